// Shared with the browser: types and pure functions only.
/** What admins decided about servers and tools, and members for themselves. Pure. */
import { EFFECTS, type Effect, judge, type Override, type Role, type Subject } from '@/lib/policy/policy';

/** How long a card waits by default, and at most; in hours. */
export const USUAL_OPEN_FOR = 24;
export const LONGEST_OPEN_FOR = 720;
/** The longest hold of a confirmed call, in seconds. */
export const LONGEST_HOLD = 3600;

export interface PolicyRule {
  server: string;
  /** The bare name; null: every tool of the server. */
  tool: string | null;
  /** The person's own rule, which can only be stricter; otherwise the team's. */
  own: boolean;
  /** Null: as in the policy table. */
  effect: Effect | null;
  /** Neither yolo nor a grant overrides it. */
  locked: boolean;
  /** The person who confirms has to enter their password again. */
  critical: boolean;
  /** How long a card waits, in hours; null: a day. */
  openForHours: number | null;
  /**
   * How long a confirmed call is held, so that it can be taken back before it runs, in seconds; null or absent: not at
   * all.
   */
  holdSeconds?: number | null | undefined;
}

/** A rule as the settings show it. */
export interface RuleView extends PolicyRule {
  /** The name of the person who set it; null if they are gone. */
  setBy: string | null;
  /** ISO 8601, UTC. */
  setAt: string;
}

export interface PolicyView {
  /** Grows with every change of the team's rules. */
  version: number;
  /** The team's, and the reader's own. */
  rules: RuleView[];
}

export interface RulesForTool {
  team: readonly Override[];
  own: Effect | undefined;
  critical: boolean;
  /** The shortest counts. */
  openForHours: number | null;
  /** The longest counts. */
  holdSeconds: number | null;
}

const NO_RULES: RulesForTool = {
  team: [],
  own: undefined,
  critical: false,
  openForHours: null,
  holdSeconds: null,
};

/** A tool whose call is taken back, by its bare name. */
interface TakenBack {
  server: string;
  tool: string;
}

/**
 * The rules for this tool, by its server's name and its own.
 * @param takesBack by a call of it: rules for those tools apply as well, if they are stricter
 */
export function rulesFor(
  rules: readonly PolicyRule[],
  tool: { server: string; name: string },
  takesBack: readonly TakenBack[] = [],
): RulesForTool {
  const those = takesBack.map((one) => rulesOf(rules, { server: one.server, name: one.tool }));
  return those.reduce(bound, rulesOf(rules, tool));
}

/** What may be done without asking may still need to ask when it is taken back; and whatever is critical asks. */
function bound(one: RulesForTool, other: RulesForTool): RulesForTool {
  const stricter = other.team.map(({ effect, locked }) => ({
    effect: effect === 'allow' ? null : effect,
    locked,
  }));
  const asks: Override[] = other.critical ? [{ effect: 'ask', locked: true }] : [];
  return {
    team: [...one.team, ...stricter, ...asks],
    own: EFFECTS.findLast((effect) => effect === one.own || effect === other.own),
    critical: one.critical || other.critical,
    openForHours: shortest([one, other].flatMap(({ openForHours }) => openForHours ?? [])),
    holdSeconds: longestHold([one, other]),
  };
}

function rulesOf(
  rules: readonly PolicyRule[],
  { server, name }: { server: string; name: string },
): RulesForTool {
  const fitting = rules.filter((rule) => rule.server === server && (rule.tool ?? name) === name);
  const shipped = shippedFor(fitting, server, name);
  // A shortcut, as most tools have no rules and every turn asks this for up to ten thousand.
  if (fitting.length === 0 && shipped.length === 0) return NO_RULES;
  const own = fitting.flatMap((rule) => (rule.own ? (rule.effect ?? []) : []));
  const team = fitting.filter((rule) => !rule.own);
  return {
    team: [...shipped, ...team.map(({ effect, locked }) => ({ effect, locked }))],
    own: EFFECTS.findLast((effect) => own.includes(effect)),
    critical: team.some(({ critical }) => critical),
    openForHours: shortest(team.flatMap(({ openForHours }) => openForHours ?? [])),
    holdSeconds: longestHold(team),
  };
}

/** Amber's defaults for tools of its own; an admin's rule for that very tool replaces them. */
const SHIPPED = [{ server: 'workspace', tool: 'web_fetch', effect: 'ask' }] as const;

function shippedFor(fitting: readonly PolicyRule[], server: string, name: string): Override[] {
  const rule = SHIPPED.find((one) => one.server === server && one.tool === name);
  const isSaid = fitting.some(({ own, tool, effect }) => !own && tool === name && effect !== null);
  return rule && !isSaid ? [{ effect: rule.effect, locked: false }] : [];
}

/**
 * The parts of them that the policy looks at. A critical tool is locked, and asks unless it only reads: without a card
 * nobody would be asked for the password.
 */
export function overridesFor(
  rules: readonly PolicyRule[],
  tool: Subject & { server: string; name: string },
  takesBack?: readonly TakenBack[],
): { overrides: Override[]; own: Effect | undefined } {
  const { team, own, critical } = rulesFor(rules, tool, takesBack);
  const asks = tool.trusted && tool.risk === 'write';
  const lock: Override[] = critical ? [{ effect: asks ? 'ask' : null, locked: true }] : [];
  return { overrides: [...team, ...lock], own };
}

/** What happens to a call of this tool in default mode, as far as rules say. */
export function effectOf(
  rules: readonly PolicyRule[],
  tool: Subject & { server: string; name: string },
  role: Role,
): Effect {
  return judge(tool, { mode: 'default', role, ...overridesFor(rules, tool) }).effect;
}

function shortest(hours: number[]): number | null {
  return hours.length > 0 ? Math.min(...hours) : null;
}

/** In seconds; null if nothing is held. */
export function longestHold(said: readonly Pick<PolicyRule, 'holdSeconds'>[]): number | null {
  const seconds = said.flatMap(({ holdSeconds }) => holdSeconds ?? []);
  return seconds.length > 0 ? Math.max(...seconds) : null;
}
