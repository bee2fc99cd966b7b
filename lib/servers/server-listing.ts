/**
 * What one server offers, from the raw tools it sent: validated once; annotations resolved by trust, and companions
 * sorted out, for each use, so that a vouch counts at once without asking the server again.
 */

import type { PinnedRehearsal } from '@/lib/tools/rehearsal';
import { quoted } from '@/lib/values/text';
import { type ResolvedAnnotations, type Risk, resolve, riskOf } from '@/mcp/annotations';
import { type DeclaredTool, declaredTool, UnusableTool, withShortDescription } from './declared-tool';
import type { DoubtedHint } from './doubts/doubts';
import type { ShownRecord } from './records/shown-record';
import { rehearsalComplaint } from './rehearsals/may-rehearse';

export interface ServerTool extends DeclaredTool {
  annotations: ResolvedAnnotations;
  risk: Risk;
  /** Hints that count as absent, because they are doubted and nobody has said that they are true. */
  doubted: DoubtedHint[];
  /** The tool that shows its record was chosen by an admin, not by its server. */
  isRecordSaid?: true;
  /** What, by an admin's decision, makes a call of it a rehearsal, if one can be made and compared. */
  rehearsed?: PinnedRehearsal;
  /** Name of the companion that says what would be destroyed. */
  preview?: string;
  /** Name of the companion that says what became of a call. */
  lookup?: string;
  /** Name of the companion that gives the hints of a single call. */
  perCall?: string;
}

/** As its server declared it: nothing in it depends on trust. */
export interface DeclaredListing {
  /** In the server's order, with unique names. */
  tools: DeclaredTool[];
  /** Sentences about what was left out. */
  problems: string[];
  /** The server could not be listed at all; `problems` says why. */
  failed: boolean;
  /** The server's instructions for all its tools together, cut to a limit. */
  instructions?: string;
  /** How long the server declares it valid, in milliseconds. */
  ttlMs?: number;
  /** The name that the server gives itself, without its version; absent if it gives none. */
  callsItself?: string;
  /** It could not be listed because somebody has to sign in there. */
  needsSignIn?: boolean;
}

/** As far as the server is trusted. */
export interface ServerListing extends Omit<DeclaredListing, 'tools'> {
  /** In the server's order, without those that are not for the model. */
  tools: ServerTool[];
  /** Not offered to the model: companions, which the app asks, and tools for the server's own pages. */
  companions: ServerTool[];
}

const MAX_PROBLEMS = 20;
/** Characters of all descriptions of one server together. */
const MAX_DESCRIPTIONS = 1_000_000;
const SHORT_DESCRIPTION = 500;

/** Validates each tool on its own; of two with the same name the later is refused. */
export function declaredListing(raw: readonly unknown[]): DeclaredListing {
  const problems: string[] = [];
  const known = new Map<string, DeclaredTool>();
  for (const one of raw) {
    try {
      const tool = declaredTool(one);
      if (known.has(tool.name)) throw new UnusableTool(`A second ${quoted(tool.name)} is left out.`);
      known.set(tool.name, tool);
    } catch (error) {
      if (!(error instanceof UnusableTool)) throw error;
      problems.push(error.message);
    }
  }
  return { tools: withinRoom([...known.values()], problems), problems, failed: false };
}

/**
 * Beyond this limit, descriptions of a server's further tools are shortened, since all of them are kept for every team.
 */
function withinRoom(tools: DeclaredTool[], problems: string[]): DeclaredTool[] {
  let left = MAX_DESCRIPTIONS;
  let cut = 0;
  const kept = tools.map((tool) => {
    const short = left > 0 ? tool : withShortDescription(tool, SHORT_DESCRIPTION);
    left -= short.description.length;
    if (short !== tool) cut += 1;
    return short;
  });
  if (cut > 0)
    problems.push(
      `What it says of its tools is longer than ${MAX_DESCRIPTIONS} characters: of ${cut} of them only the beginning is kept.`,
    );
  return kept;
}

/** The latest result for each listing: every turn asks for it, and objects compared by identity must stay the same. */
const made = new WeakMap<DeclaredListing, { of: string; listing: ServerListing }>();

/** How far a server is trusted. */
export interface Belief {
  trusted: boolean;
  /** Names of tools that the operator has left out. */
  off?: readonly string[];
  /** Doubted hints that an admin says are true, by the hash of the tool's definition; `all` for our own server. */
  believed?: BelievedHints | 'all';
  /** Tools that, by an admin's choice, show the records that calls are about, by the same hash. */
  records?: ReadonlyMap<string, ShownRecord>;
  /** What, by an admin's decision, makes calls rehearsals, by the same hash. */
  rehearsals?: ReadonlyMap<string, PinnedRehearsal>;
}

/** By definition hash, sorted. */
export type BelievedHints = ReadonlyMap<string, readonly string[]>;

export function serverListing(declared: DeclaredListing, belief: Belief): ServerListing {
  const { trusted, off = [], believed = new Map(), records = new Map(), rehearsals = new Map() } = belief;
  const said = [[...records], [...rehearsals]];
  const of = JSON.stringify([trusted, off, believed === 'all' ? believed : [...believed], said]);
  const before = made.get(declared);
  if (before?.of === of) return before.listing;
  const listing = resolved(declared, { trusted, off, believed, records, rehearsals });
  made.set(declared, { of, listing });
  return listing;
}

/** The one place where a tool's annotations are resolved. */
function resolved(
  declared: DeclaredListing,
  { trusted, off, believed, records, rehearsals }: Required<Belief>,
): ServerListing {
  const problems = [...declared.problems];
  const kept = declared.tools.filter(({ name }) => !off.includes(name));
  const known = new Map(
    kept.map((tool): [string, ServerTool] => {
      const doubted = believed === 'all' || !trusted ? [] : doubtedHints(tool, believed);
      const annotations = resolve(tool.declared, trusted, doubted);
      const traits = trusted ? tool.traits : {};
      const said = records.get(tool.definitionHash);
      const record = said && { record: said, isRecordSaid: true as const };
      return [tool.name, { ...tool, ...record, doubted, annotations, traits, risk: riskOf(annotations) }];
    }),
  );
  const all = trusted
    ? withCompanions(known, problems).map((tool) => withRehearsal(tool, rehearsals))
    : [...known.values()].map(withoutHints);
  const isHidden = (tool: ServerTool) => tool.isForApp || (trusted && tool.isCompanion);
  const tools = all.filter((tool) => !isHidden(tool));
  const companions = all.filter(isHidden);
  return { ...declared, tools, companions, problems: capped(problems) };
}

function doubtedHints({ doubts, definitionHash }: DeclaredTool, believed: BelievedHints): DoubtedHint[] {
  if (doubts.length === 0) return [];
  const said = believed.get(definitionHash) ?? [];
  return doubts.flatMap(({ hint }) => (said.includes(hint) ? [] : [hint]));
}

/** For an untrusted server, nothing is taken to be an inverse, or to show a record. */
function withoutHints({
  undo: _undo,
  record: _record,
  isRecordSaid: _said,
  rehearsal: _proposed,
  ...tool
}: ServerTool): ServerTool {
  return tool;
}

/** Only a call that can be compared with a record, and has no preview from its server, is rehearsed. */
function withRehearsal(tool: ServerTool, rehearsals: ReadonlyMap<string, PinnedRehearsal>): ServerTool {
  const rehearsed = rehearsals.get(tool.definitionHash);
  return rehearsed && !rehearsalComplaint(tool) ? { ...tool, rehearsed } : tool;
}

function withoutInverse({ undo: _undo, ...tool }: ServerTool): ServerTool {
  return tool;
}

/**
 * The record is shown on the card, so it must come from a tool of the same server that only reads and brings no words
 * from outside.
 */
function withRecord(
  tool: ServerTool,
  known: ReadonlyMap<string, ServerTool>,
  problems: string[],
): ServerTool {
  const { record, isRecordSaid: _said, ...others } = tool;
  const shows = record && known.get(record.tool);
  if (!record || tool.risk === 'read-only') return others;
  if (shows?.risk === 'read-only' && !shows.annotations.openWorldHint && !shows.isForApp) return tool;
  problems.push(
    `${quoted(tool.name)} has no record: ${quoted(record.tool)} is no read-only tool of this server that stays on it.`,
  );
  return others;
}

/** Only a tool of the same server that does more than read can be an inverse. */
function inverseOf(tool: ServerTool, known: ReadonlyMap<string, ServerTool>, problems: string[]) {
  const { undo, risk, name } = tool;
  const inverse = undo && known.get(undo.tool);
  if (!undo || risk === 'read-only') return withoutInverse(tool);
  if (inverse && inverse.risk !== 'read-only' && !inverse.isForApp) return tool;
  problems.push(
    `${quoted(name)} cannot be taken back: ${quoted(undo.tool)} is no tool of this server that does so.`,
  );
  return withoutInverse(tool);
}

/**
 * Only a trusted server's statements about companions count. A tool that says it is one is not offered, and a tool
 * named as one is asked only if it is itself read-only and brings no words from outside: its answer is shown on the
 * card, and its refusal is told to the model.
 */
function withCompanions(known: ReadonlyMap<string, ServerTool>, problems: string[]): ServerTool[] {
  const companionOf = (tool: ServerTool, purpose: keyof DeclaredTool['companions']): string | undefined => {
    const name = tool.companions[purpose];
    const companion = name === undefined ? undefined : known.get(name);
    const isFit = companion?.risk === 'read-only' && !companion.annotations.openWorldHint;
    if (name === undefined || isFit) return name;
    const what =
      companion?.risk === 'read-only' ? 'says that it reaches beyond' : 'is not a read-only tool of';
    problems.push(
      `${quoted(tool.name)} has no ${purpose === 'risk' ? 'risk of a single call' : purpose}: ${quoted(name)} ${what} this server.`,
    );
    return undefined;
  };
  return [...known.values()].map((one) => {
    const tool = withRecord(inverseOf(one, known, problems), known, problems);
    // A companion that does more than read is an inverse: it is called, and asked about, like other tools.
    if (tool.isCompanion && tool.risk === 'read-only') return tool;
    const preview = companionOf(tool, 'preview');
    const lookup = companionOf(tool, 'lookup');
    const perCall = companionOf(tool, 'risk');
    return {
      ...tool,
      ...(preview !== undefined && { preview }),
      ...(lookup !== undefined && { lookup }),
      ...(perCall !== undefined && { perCall }),
    };
  });
}

function capped(problems: string[]): string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [
    ...problems.slice(0, MAX_PROBLEMS),
    `${problems.length - MAX_PROBLEMS} more problems of this kind.`,
  ];
}
