/**
 * The tools of one step. Pure: everything comes in, nothing is remembered but indexes.
 *
 *     const { tools, offers, leftOut } = selectTools({
 *       tools: listing.tools, message, filter, excludeDestructive: true, alwaysActive: ['search_tools'],
 *       soFar: run.offered, used: run.called, found: run.searchHits,
 *     });
 *     run.offered = tools.map(({ modelName }) => modelName);
 *
 * First what may be offered at all: `filter` (policy, mode) and `excludeDestructive`. Of that everything when it is
 * little, otherwise the run's set so far in its order, then what must be there, what was used and found, and on a run's
 * first step the tools that match the message and those that supply what these need. Within a run the set only grows;
 * only what may not be offered any more leaves it.
 */
import { type ConfirmedSupply, companionsOf } from './companions';
import { toolIndexes } from './index-cache';
import type { Nearness } from './meaning';
import type { Memory } from './memory';
import { overviewOf } from './overview';
import { rank } from './rank';
import { type LeftOut, permittedOf } from './safety';
import { fairHits } from './server-share';
import { MAX_COMPANIONS, MAX_SET, MAX_TOOLS, OFFER_ALL_UP_TO } from './settings';
import type { ToolIndex } from './tool-index';
import type { Filter, Hit, ScoreParts, SelectableTool } from './types';

/** What the tools of a step depend on. Tools are named as the model knows them; names of no tool are ignored. */
export interface SelectionInput<Tool extends SelectableTool> {
  /** Everything connected, in a fixed order. Using the same array for all steps of a turn saves time. */
  tools: readonly Tool[];
  /** What the person wrote, of any length. */
  message: string;
  /** Excludes what policy denies or the mode hides, always active or not. */
  filter?: Filter<Tool>;
  /** Leaves destructive tools out unless the message asks for what they do. False by default. */
  excludeDestructive?: boolean;
  /** Offered whatever the message says, regardless of `excludeDestructive`. */
  alwaysActive?: readonly string[];
  /** The most tools of a run's first step, including `alwaysActive`, which are in even if there are more of them. */
  maxTools?: number;
  /** What the run's last step was offered, in order; empty for the first. */
  soFar?: readonly string[];
  /** Tools that the run has called. */
  used?: readonly string[];
  /** Tools that the model has searched for. */
  found?: readonly string[];
  /** Which tools were seen to provide input for others. */
  confirmed?: readonly ConfirmedSupply[];
  /** The memory of the team's earlier messages; goes with `teamId`, the run's team. */
  memory?: Memory;
  teamId?: string;
  /** How close each of `tools` is to the message in meaning, by position, if known. */
  nearness?: Nearness | undefined;
  /** Whether matching tools include the parts of their score. */
  explain?: boolean;
}

export type Reason =
  | 'few' // nothing had to be chosen
  | 'kept' // offered to the step before
  | 'always'
  | 'used'
  | 'found'
  | 'matches'
  | 'supplies' // what `suppliesTo` needs
  | 'overview'; // nothing matches; this tells what there is

/** An offered tool, and why. */
export interface Offer<Tool extends SelectableTool = SelectableTool> {
  tool: Tool;
  reason: Reason;
  score?: number;
  parts?: ScoreParts;
  suppliesTo?: string;
}

export interface Selection<Tool extends SelectableTool = SelectableTool> {
  /** What the step is offered, in order. */
  tools: Tool[];
  /** The same, with the reasons. */
  offers: Offer<Tool>[];
  /** What is excluded whatever the message says. */
  leftOut: LeftOut<Tool>[];
}

/** @throws if the memory is another team's */
export function selectTools<Tool extends SelectableTool>(input: SelectionInput<Tool>): Selection<Tool> {
  assertSameTeam(input);
  const { tools, message, alwaysActive = [], soFar = [], used = [], found = [] } = input;
  const index = toolIndexes.of(tools);
  // What was offered, called or searched for was asked for, if in other words than this message's.
  const exempt = new Set([...alwaysActive, ...soFar, ...used, ...found]);
  const asked = input.excludeDestructive ? message : undefined;
  const { mask, leftOut } = permittedOf(index, input.filter, asked, (name) => exempt.has(name));
  const set = new OfferedSet(index, mask);
  for (const name of soFar) set.addNamed(name, used.includes(name) ? 'used' : 'kept');
  if (tools.length - leftOut.length <= OFFER_ALL_UP_TO) {
    for (const position of mask.keys()) set.add(position, { reason: 'few' });
  } else {
    for (const name of alwaysActive) set.addNamed(name, 'always');
    for (const name of used) set.addNamed(name, 'used');
    for (const name of found) set.addNamed(name, 'found');
    for (const name of used) set.addCompanions(name, input.confirmed);
    if (soFar.length === 0) addMatching(index, input, mask, set);
  }
  return { tools: set.offers.map(({ tool }) => tool), offers: set.offers, leftOut };
}

/** @throws if the memory is another team's */
export function assertSameTeam({ memory, teamId }: { memory?: Memory; teamId?: string }): void {
  if (memory && memory.teamId !== teamId) throw new Error('The memory belongs to another team.');
}

function addMatching<Tool extends SelectableTool>(
  index: ToolIndex<Tool>,
  { message, maxTools = MAX_TOOLS, memory, nearness, confirmed, explain }: SelectionInput<Tool>,
  mask: Uint8Array,
  set: OfferedSet<Tool>,
): void {
  // Only free places are shared out: tools used before have taken theirs already.
  const there = set.offers.length;
  const wanted = fairHits(index, Math.max(0, maxTools - there), (limit) =>
    rank(index, message, { permitted: mask, memory, nearness, explain, limit: limit + there })
      .filter(({ tool }) => !set.has(tool.modelName))
      .slice(0, limit),
  );
  if (wanted.length === 0) {
    for (const position of overviewOf(index, mask)) {
      if (set.offers.length >= maxTools) return;
      set.add(position, { reason: 'overview' });
    }
    return;
  }
  // The weakest matches make room for what the best ones need, if the latter are vouched for.
  const companions = wanted
    .filter(({ tool }) => tool.trusted)
    .slice(0, MAX_COMPANIONS)
    .flatMap(({ tool }) => set.missingCompanions(tool.modelName, confirmed).map((at) => ({ at, tool })))
    .slice(0, MAX_COMPANIONS);
  const room = maxTools - set.offers.length;
  for (const { tool, ...why } of wanted.slice(0, Math.max(0, room - companions.length))) {
    set.addNamed(tool.modelName, 'matches', why);
  }
  for (const { at, tool } of companions) {
    if (set.offers.length < maxTools && set.has(tool.modelName)) {
      set.add(at, { reason: 'supplies', suppliesTo: tool.modelName });
    }
  }
  // A supplier shared by several tools, or of a tool that had to go, has left places free.
  for (const { tool, ...why } of wanted) {
    if (set.offers.length < maxTools) set.addNamed(tool.modelName, 'matches', why);
  }
}

/** Reasons for which a tool is offered however large the set is. */
const UNBOUNDED: ReadonlySet<Reason> = new Set(['few', 'always']);

/** A set that keeps its order, and contains only permitted tools, each once. */
class OfferedSet<Tool extends SelectableTool> {
  readonly offers: Offer<Tool>[] = [];
  private readonly names = new Set<string>();

  constructor(
    private readonly index: ToolIndex<Tool>,
    private readonly mask: Uint8Array,
  ) {}

  has(name: string): boolean {
    return this.names.has(name);
  }

  add(position: number, why: Omit<Offer, 'tool'>): void {
    const tool = this.index.tools[position];
    if (!tool || this.mask[position] !== 1 || this.names.has(tool.modelName)) return;
    if (this.offers.length >= MAX_SET && !UNBOUNDED.has(why.reason)) return;
    this.names.add(tool.modelName);
    this.offers.push({ tool, ...why });
  }

  addNamed(name: string, reason: Reason, why: Partial<Hit> = {}): void {
    const position = this.index.positions.get(name);
    if (position !== undefined) this.add(position, { reason, ...why });
  }

  missingCompanions(name: string, confirmed: readonly ConfirmedSupply[] | undefined): number[] {
    const position = this.index.positions.get(name);
    if (position === undefined || this.mask[position] !== 1) return [];
    return companionsOf(this.index, position, this.mask, confirmed).filter(
      (at) => !this.names.has(this.index.tools[at]?.modelName ?? ''),
    );
  }

  addCompanions(name: string, confirmed: readonly ConfirmedSupply[] | undefined): void {
    for (const at of this.missingCompanions(name, confirmed)) {
      this.add(at, { reason: 'supplies', suppliesTo: name });
    }
  }
}
