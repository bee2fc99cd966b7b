/** What an admin gets to see of the team's servers. */
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { type ByWhom, listAdders } from '@/lib/store/servers/servers';
import { listPins, listVouches } from '@/lib/store/servers/trust';
import type { ServerHealth } from '@/lib/tools/health';
import type { ConnectionProblem } from '@/lib/tools/types';
import type { ServerConfig } from '@/lib/transport/server-config';
import { canonicalJson } from '@/lib/values/canonical-json';
import { HINTS, resolve, riskOf } from '@/mcp/annotations';
import type { RecordHint } from '@/mcp/serving/record';
import { declarationChanges, type FieldChange } from './declaration-change';
import { nameDisagrees } from './doubts/name-says';
import { type Offer, waitsForLook } from './pins';
import { argumentsOf, recordProposals } from './records/mapping';
import type { ShownRecord } from './records/shown-record';
import { rehearsalComplaint } from './rehearsals/may-rehearse';
import { choicesIn, proposedSwitches } from './rehearsals/switches';
import type { ServerTool } from './server-listing';
import type { ChangeView, RehearsalReview, ServersView, ServerView, ToolReview } from './servers-view';
import type { ListedServer } from './tool-listing';

/** One server as it was listed just now. */
export interface Reviewed {
  config: ServerConfig;
  /** As listed, with the name that it gives itself. */
  server: Pick<ListedServer, 'name' | 'url' | 'callsItself'>;
  /** The operator's file says that its annotations count. */
  isTrustedByFile: boolean;
  health: ServerHealth;
  /** It could not be listed now, so nothing can be said about its tools. */
  failed: boolean;
  /** Its instructions for all its tools together. */
  instructions: string | null;
  offers: Offer[];
}

export interface Review {
  /** The version of the team's servers that the offers were compared with. */
  version: number;
  servers: Reviewed[];
  problems: ConnectionProblem[];
}

/** Per changed value: large enough to show a change at the end of the longest description. */
const MAX_VALUE = 40_000;

export async function serversView(db: Queryable, { teamId }: Caller, review: Review): Promise<ServersView> {
  const [vouches, added, pins] = await Promise.all([
    listVouches(db, teamId),
    listAdders(db, teamId),
    pinsOf(db, teamId, review),
  ]);
  const servers = review.servers.map((server): ServerView => {
    const { config, health, offers, isTrustedByFile, instructions } = server;
    const vouch = config.trusted ? vouches.get(config.name) : undefined;
    const adder = added.get(config.name);
    const isOfSettings = config.origin === 'settings' && !config.program;
    const proposals = recordProposals(
      offers.flatMap(({ standing, tool }) => (standing === 'on' ? [tool] : [])),
    );
    return {
      ...health,
      instructions,
      pages: offers.some(({ tool }) => tool.page) ? { shown: config.pages ?? config.trusted } : null,
      vouch: isTrustedByFile ? { by: 'file' } : vouch ? { by: 'admin', ...told(vouch) } : null,
      added: isOfSettings && adder ? told(adder) : null,
      headers: isOfSettings ? Object.keys(config.headers).sort() : null,
      reviews: offers.map((offer) =>
        toolReview(offer, config.trusted, pins.get(`${config.name} ${offer.tool.name}`), proposals),
      ),
      waiting: waitingIn([server]),
    };
  });
  return { version: review.version, servers, problems: review.problems, waiting: waitingIn(review.servers) };
}

/** How many tools are off until an admin has looked. */
export function waitingIn(servers: readonly Reviewed[]): number {
  return servers.flatMap(({ offers }) => offers).filter(({ standing }) => waitsForLook(standing)).length;
}

/** How many active tools had their rehearsals switched off because one turned out not to be a rehearsal. */
export function unrehearsedIn(servers: readonly Reviewed[]): number {
  return servers.flatMap(({ offers }) => offers).filter((offer) => isUnrehearsed(offer)).length;
}

function isUnrehearsed({ standing, tool: { rehearsed } }: Offer): boolean {
  return standing === 'on' && rehearsed !== undefined && rehearsed.state !== 'on';
}

const told = ({ name, at }: ByWhom) => ({ name, at: at.toISOString() });

type PinRow = ByWhom & { declaration: string | null };

/** By server and tool. A tool's former declaration is read only if it has changed. */
async function pinsOf(db: Queryable, teamId: string, { servers }: Review): Promise<Map<string, PinRow>> {
  const hashes = servers.flatMap(({ offers }) => offers.map(({ tool }) => tool.definitionHash));
  const rows = await listPins(db, teamId, hashes);
  return new Map(rows.map((row) => [`${row.server} ${row.tool}`, row]));
}

function toolReview(
  { tool, standing }: Offer,
  trusted: boolean,
  pin: PinRow | undefined,
  proposals: ReturnType<typeof recordProposals>,
): ToolReview {
  const annotations = resolve(tool.declared, true);
  const believed = { annotations, risk: riskOf(annotations) };
  const declared = Object.fromEntries(
    HINTS.filter((hint) => Object.hasOwn(tool.declared, hint)).map((hint) => [hint, tool.declared[hint]]),
  );
  const before = pin?.declaration ? JSON.parse(pin.declaration) : tool.declaration;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    definitionHash: tool.definitionHash,
    declared: shortHints(declared),
    believed,
    risk: tool.risk,
    doubts: tool.doubts.map((doubt) => ({
      ...doubt,
      isBelieved: trusted && !tool.doubted.includes(doubt.hint),
    })),
    ...recordReview(tool, trusted, proposals),
    rehearsal: rehearsalReview(tool, trusted),
    suggests: nameDisagrees(tool.name, believed.risk),
    standing,
    isCompanion: tool.isCompanion,
    isForApp: tool.isForApp,
    changes: trusted && pin ? declarationChanges(before, tool.declaration).map(changeView) : [],
    pinned: pin ? told(pin) : null,
  };
}

/** Proposals are made for tools of a trusted server for which no record is shown yet. */
function recordReview(tool: ServerTool, trusted: boolean, proposals: ReturnType<typeof recordProposals>) {
  const { record, isRecordSaid, preview } = tool;
  const hasPreview = preview !== undefined;
  return {
    record: record
      ? { ...shownRecord(record), by: isRecordSaid ? ('admin' as const) : ('server' as const) }
      : null,
    proposed: !trusted || record || hasPreview ? [] : proposals(tool),
    hasPreview,
    takes: argumentsOf(tool),
  };
}

/** Tools of an untrusted server are not rehearsed. */
function rehearsalReview(tool: ServerTool, trusted: boolean): RehearsalReview {
  const complaint = rehearsalComplaint(tool) ?? null;
  const isPossible = trusted && (complaint === null || complaint === 'no-record');
  return {
    said: tool.rehearsed ?? null,
    complaint,
    proposed: isPossible ? proposedSwitches(tool.inputSchema, tool.rehearsal) : [],
    choices: isPossible ? choicesIn(tool.inputSchema) : [],
  };
}

function shownRecord({ tool, arguments: given }: RecordHint): ShownRecord {
  const words = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : canonicalJson(value),
  ]);
  return { tool, arguments: Object.fromEntries(words) };
}

/** What should be a boolean may be anything. */
function shortHints(declared: Record<string, unknown>): Record<string, unknown> {
  const short = Object.entries(declared).map(([hint, value]) => {
    return [hint, typeof value === 'boolean' ? value : cut(canonicalJson(value), 40)];
  });
  return Object.fromEntries(short);
}

function changeView({ field, before, now, weight }: FieldChange): ChangeView {
  return {
    field: cut(field, 200),
    ...(before !== undefined && { before: valueText(before) }),
    ...(now !== undefined && { now: valueText(now) }),
    weight,
  };
}

function valueText(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2), MAX_VALUE);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}… (${text.length - most} more characters)`;
}
