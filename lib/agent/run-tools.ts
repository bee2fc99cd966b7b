import 'server-only';
/**
 * Which tools a run is offered, of those that may be offered at all: everything while that is little, otherwise the few
 * that the message, and what the run did so far, ask for. The run's set only grows and keeps its order. What each step
 * added is kept with the run, so that another process, or one that goes on after a card, offers the same.
 */
import type { UIMessage } from 'ai';
import { isCall } from '@/lib/approvals/call-parts';
import type { ConnectedTool, LastCall } from '@/lib/tools/types';
import { lastOrder } from './calling/order';
import { someAreCut } from './descriptions';
import { foundIn, SEARCH_TOOL } from './search-tool';
import type { TeamMemory } from './tool-memory';
import type { Nearness } from './tool-selection/meaning';
import { searchTools } from './tool-selection/search-tools';
import { type Selection, selectTools } from './tool-selection/select-tools';
import { MAX_TOOLS, OFFER_ALL_UP_TO } from './tool-selection/settings';

export interface OfferSettings {
  /** With no more tools than this all are offered. */
  offerAllUpTo: number;
  /** How many a run's first step is offered beyond that, `alwaysActive` and the search counted. */
  maxTools: number;
  /** Offered whatever the message says, by the name the model knows. */
  alwaysActive: readonly string[];
  /** Leaves destructive tools out unless the message asks for what they do; a search finds them. */
  excludeDestructive: boolean;
}

export const OFFER_SETTINGS: OfferSettings = {
  offerAllUpTo: OFFER_ALL_UP_TO,
  maxTools: MAX_TOOLS,
  alwaysActive: [],
  excludeDestructive: true,
};

/** The offline model pays nothing for a definition, chooses by its own rules, and does not search. */
const OFFLINE_OFFER_ALL_UP_TO = 100;

/** As a model is offered tools. @param set what the operator says of it; counts before everything */
export function offersFor(
  { offline = false }: { offline?: boolean },
  set: Partial<OfferSettings> = {},
): OfferSettings {
  return { ...OFFER_SETTINGS, ...(offline && { offerAllUpTo: OFFLINE_OFFER_ALL_UP_TO }), ...set };
}

/** What a step was offered that those before it were not. */
export interface OfferedStep {
  /** Of the answer, from 1. */
  step: number;
  /** By the names the model knows, in order. */
  tools: string[];
}

/** How near these tools are to a message in meaning, by position; nothing where that is not known. */
export type Compare = (tools: readonly ConnectedTool[], message: string) => Promise<Nearness | undefined>;

/** Tools taken over from the answers before, at most: "and the next one?" names none. */
const MOST_BEFORE = 4;

/** A message that wants to see something, in the languages of the page. */
const TO_BE_SEEN =
  /\b(?:charts?|graphs?|plot|diagrams?|visuali[sz]e|pie|bars?|tables?|draw|diagramme?|grafik|tabellen?|kurve|balken|torte|zeichne)\b/i;

/** One that asks for a plan, or for several things in one go, in the languages of the page. */
const TO_BE_PLANNED =
  /\b(?:(?:make|propose|as) (?:me )?an? plan|plan:|in one go|on one card|mach(?:e|en)? (?:mir |uns )?einen plan|schlag(?:e|en)? (?:mir |uns )?einen plan|als plan|in einem zug)(?:\b|(?<=:))/i;

export class RunTools {
  /** What may be offered, the search among it when not everything is. */
  readonly permitted: readonly ConnectedTool[];
  /** The same without what is offered beside them. */
  private readonly choosable: readonly ConnectedTool[];
  /** Whether there are so many that the message decides. */
  readonly isChosen: boolean;
  /** Whether the search is among them: only then is what the run was offered, and what it used, worth keeping. */
  readonly hasSearch: boolean;
  /** The permitted ones by the name the model knows. */
  readonly byName: ReadonlyMap<string, ConnectedTool>;
  private readonly arrivals: OfferedStep[];
  private readonly known: Set<string>;
  private readonly found = new Set<string>();
  private used: readonly string[] = [];
  /** Tools of which no model is told and that a person has ordered, by the name a model would know them by. */
  private readonly ordered = new Set<string>();
  private readonly hidden: ReadonlySet<string>;
  private message = '';
  private nearness: Nearness | undefined;

  /**
   * @param tools what policy and mode let through; not changed afterwards
   * @param stored what the run was offered so far
   * @param memory of the run's team
   * @param beside what shows results or proposes plans: never chosen, offered where the message asks for it
   * @param hidden there only for people's orders
   */
  constructor(
    tools: readonly ConnectedTool[],
    private readonly settings: OfferSettings,
    stored: readonly OfferedStep[] = [],
    private memory?: TeamMemory,
    private readonly beside: readonly ConnectedTool[] = [],
    hidden: readonly ConnectedTool[] = [],
  ) {
    this.isChosen = tools.length > settings.offerAllUpTo;
    // It also gives what the instructions have no room for.
    this.hasSearch = this.isChosen || someAreCut(tools);
    this.choosable = this.hasSearch ? [...tools, SEARCH_TOOL] : tools;
    const others = [...beside, ...hidden];
    this.permitted = others.length > 0 ? [...this.choosable, ...others] : this.choosable;
    this.hidden = new Set(hidden.map(({ modelName }) => modelName));
    this.byName = new Map(this.permitted.map((tool) => [tool.modelName, tool]));
    this.arrivals = [...stored];
    this.known = new Set(stored.flatMap((one) => one.tools));
  }

  /** What the run's team remembers, where it was read later. */
  remember(memory: TeamMemory | undefined): void {
    this.memory = memory;
  }

  /** What each step added so far. */
  get offered(): readonly OfferedStep[] {
    return this.arrivals;
  }

  /** Characters of what is offered, about as the model gets it. */
  get length(): number {
    const known = this.named([...this.known]);
    return known.reduce((sum, tool) => sum + charactersOf(tool), 0);
  }

  /** What the model may call now, by the names it knows. */
  get callable(): readonly string[] {
    if (this.isChosen) return [...this.known];
    return [...this.byName.keys()].filter((name) => !this.isHidden(name) || this.ordered.has(name));
  }

  /** The tools of the run's first step that are still there, and those that came later; in order. */
  get parts(): { first: ConnectedTool[]; later: ConnectedTool[] } {
    const [first, ...later] = this.arrivals;
    return {
      first: this.named(first?.tools ?? []),
      later: this.named(later.flatMap(({ tools }) => tools)),
    };
  }

  /** Whether the model was told of the tool, so that a call of it may run. */
  isOffered(name: string): boolean {
    if (this.isHidden(name)) return this.ordered.has(name);
    return !this.isChosen || this.known.has(name);
  }

  /** Whether it is there for people's orders alone. */
  isHidden(name: string): boolean {
    return this.hidden.has(name);
  }

  /** Takes over what the chat's last message orders, where that is known to be no model's call. */
  readOrder(messages: readonly UIMessage[]): void {
    const order = lastOrder(messages);
    const isIt = ({ server, name }: ConnectedTool) => order?.server === server && order.tool === name;
    const tool = this.permitted.find((one) => this.isHidden(one.modelName) && isIt(one));
    if (tool) this.ordered.add(tool.modelName);
  }

  /** Takes over what the chat says: its last message of the person's, and what its last answers used and found. */
  readChat(messages: readonly UIMessage[], ordered: readonly LastCall[] = []): void {
    this.readOrder(messages);
    const asked = messages.findLast(({ role }) => role === 'user');
    this.message = asked?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') ?? '';
    const answers = messages.filter(({ role }) => role === 'assistant');
    const isOurs = messages.at(-1)?.role === 'assistant';
    const ours = isOurs ? answers.at(-1) : undefined;
    const before = [...new Set(namesOf(answers.at(isOurs ? -2 : -1)))].filter((name) =>
      this.isHarmless(name),
    );
    this.used = [...new Set([...before.slice(-MOST_BEFORE), ...namesOf(ours)])];
    for (const order of [lastOrder(messages), ...ordered]) {
      const tool = this.choosable.find((one) => order?.server === one.server && order.tool === one.name);
      if (tool) this.found.add(tool.modelName);
    }
    for (const part of ours?.parts.filter(isCall) ?? []) {
      if (part.toolName !== SEARCH_TOOL.modelName || part.state !== 'output-available') continue;
      for (const name of foundIn(part.output)) this.found.add(name);
    }
  }

  /** Before the first tools are chosen by the message: has it compared with them in meaning. Not again afterwards. */
  async readMeaning(compare: Compare): Promise<void> {
    if (this.isChosen && this.known.size === 0) this.nearness = await compare(this.choosable, this.message);
  }

  /**
   * What this step is offered, in order.
   * @param step of the answer, from 1
   * @param called in this segment so far
   * @returns the names, and whether some are new
   */
  next(step: number, called: readonly string[]): { names: string[]; hasGrown: boolean } {
    // A call that was refused offers nothing.
    const ran = called.filter((name) => this.known.has(name));
    const chosen = this.isChosen ? this.choose(ran) : this.choosable.map(({ modelName }) => modelName);
    const shows = this.beside.filter((one) => this.wants(one)).map((one) => one.modelName);
    const names = [...new Set([...chosen, ...shows, ...this.ordered])];
    const tools = names.filter((name) => !this.known.has(name));
    if (tools.length > 0) this.arrivals.push({ step, tools });
    for (const name of tools) this.known.add(name);
    return { names, hasGrown: tools.length > 0 };
  }

  /** The tools that match the model's own words, and by words alone; from the next step on they are offered. */
  readonly search = (query: string, limit: number): ConnectedTool[] => {
    const hits = searchTools({
      tools: this.choosable,
      query,
      filter: (tool) => (tool === SEARCH_TOOL ? 'search' : undefined),
      ...this.remembered,
      limit,
    });
    for (const { tool } of hits) this.found.add(tool.modelName);
    return hits.map(({ tool }) => tool);
  };

  /** What the first step of a run would be offered for a message, and why. */
  async explain(message: string, compare?: Compare): Promise<Selection<ConnectedTool>> {
    if (this.isChosen) {
      const nearness = await compare?.(this.choosable, message);
      return selectTools({ ...this.first(message), nearness, explain: true });
    }
    const offers = this.choosable.map((tool) => ({ tool, reason: 'few' as const }));
    return { tools: [...this.choosable], offers, leftOut: [] };
  }

  private choose(called: readonly string[]): string[] {
    const { tools } = selectTools({
      ...this.first(this.message),
      nearness: this.nearness,
      soFar: [...this.known],
      used: [...new Set([...this.used, ...called])],
      found: [...this.found],
    });
    return tools.map(({ modelName }) => modelName);
  }

  /** It says so, or goes on with what was shown or planned. */
  private wants({ modelName, proposes }: ConnectedTool): boolean {
    const isSaid = (proposes ? TO_BE_PLANNED : TO_BE_SEEN).test(this.message);
    const alike = this.beside.filter((one) => one.proposes === proposes);
    const isUsed = alike.some((one) => this.used.includes(one.modelName));
    return isSaid || isUsed || this.settings.alwaysActive.includes(modelName);
  }

  /** Whether some of what could be offered is not. */
  get isPart(): boolean {
    return this.isChosen || this.beside.some(({ modelName }) => !this.known.has(modelName));
  }

  private first(message: string) {
    const { alwaysActive, excludeDestructive, maxTools } = this.settings;
    return {
      ...{ tools: this.choosable, message, excludeDestructive, maxTools },
      alwaysActive: [SEARCH_TOOL.modelName, ...alwaysActive],
      ...this.remembered,
    };
  }

  /** What an earlier message asked to be destroyed this one does not ask for. */
  private isHarmless(name: string): boolean {
    return !this.settings.excludeDestructive || this.byName.get(name)?.risk !== 'destructive';
  }

  private get remembered() {
    return this.memory && { ...this.memory, teamId: this.memory.memory.teamId };
  }

  private named(names: readonly string[]): ConnectedTool[] {
    return names.flatMap((name) => this.byName.get(name) ?? []);
  }
}

/** The tools of calls that have run. */
function namesOf(message: UIMessage | undefined): string[] {
  const calls = message?.parts.filter(isCall).filter(({ state }) => state === 'output-available') ?? [];
  return calls.map(({ toolName }) => toolName);
}

/** A tool stays the same object from turn to turn, as long as its server says the same. */
const characters = new WeakMap<ConnectedTool, number>();

function charactersOf(tool: ConnectedTool): number {
  const known = characters.get(tool) ?? tool.description.length + JSON.stringify(tool.inputSchema).length;
  characters.set(tool, known);
  return known;
}
