import 'server-only';
/**
 * Which of the permitted tools a run is offered: all if there are few, otherwise those that the message, and what the
 * run did so far, call for. The run's set only grows and keeps its order. What each step added is stored with the run,
 * so that another process, or one that continues after a card, offers the same.
 */
import type { UIMessage } from 'ai';
import { isCall } from '@/lib/approvals/call-parts';
import type { ConnectedTool, LastCall } from '@/lib/tools/types';
import { lastOrder } from './calling/order';
import { definitionLength, someAreCut } from './descriptions';
import { foundIn, SEARCH_TOOL } from './search-tool';
import type { TeamMemory } from './tool-memory';
import type { Nearness } from './tool-selection/meaning';
import { searchTools } from './tool-selection/search-tools';
import { type Selection, selectTools } from './tool-selection/select-tools';
import { MAX_TOOLS, OFFER_ALL_UP_TO } from './tool-selection/settings';

export interface OfferSettings {
  /** Up to this many tools, all are offered. */
  offerAllUpTo: number;
  /** How many a run's first step is offered otherwise, including `alwaysActive` and the search. */
  maxTools: number;
  /** Offered whatever the message says, by the name the model knows. */
  alwaysActive: readonly string[];
  /** Leaves destructive tools out unless the message asks for what they do; a search still finds them. */
  excludeDestructive: boolean;
}

export const OFFER_SETTINGS: OfferSettings = {
  offerAllUpTo: OFFER_ALL_UP_TO,
  maxTools: MAX_TOOLS,
  alwaysActive: [],
  excludeDestructive: true,
};

/** To the offline model definitions cost nothing; it chooses by its own rules, and does not search. */
const OFFLINE_OFFER_ALL_UP_TO = 100;

/**
 * How a model is offered tools.
 * @param set the operator's settings, which take precedence
 */
export function offersFor(
  { offline = false }: { offline?: boolean },
  set: Partial<OfferSettings> = {},
): OfferSettings {
  return { ...OFFER_SETTINGS, ...(offline && { offerAllUpTo: OFFLINE_OFFER_ALL_UP_TO }), ...set };
}

/** What a step was offered in addition to the steps before it. */
export interface OfferedStep {
  /** In the answer, from 1. */
  step: number;
  /** By the names the model knows, in order. */
  tools: string[];
}

/** How close these tools are to a message in meaning, by position; nothing if that is unknown. */
export type Compare = (tools: readonly ConnectedTool[], message: string) => Promise<Nearness | undefined>;

/** The most tools taken over from previous answers: "and the next one?" names none. */
const MOST_BEFORE = 4;

/** A message that asks to see something, in the languages of the page. */
const TO_BE_SEEN =
  /\b(?:charts?|graphs?|plot|diagrams?|visuali[sz]e|pie|bars?|tables?|draw|diagramme?|grafik|tabellen?|kurve|balken|torte|zeichne)\b/i;

/** A message that asks for a plan, or for several things at once, in the languages of the page. */
const TO_BE_PLANNED =
  /\b(?:(?:make|propose|as) (?:me )?an? plan|plan:|in one go|on one card|mach(?:e|en)? (?:mir |uns )?einen plan|schlag(?:e|en)? (?:mir |uns )?einen plan|als plan|in einem zug)(?:\b|(?<=:))/i;

export class RunTools {
  /** The tools that may be offered, including the search if not everything is. */
  readonly permitted: readonly ConnectedTool[];
  /** The same without what is offered in addition to them. */
  private readonly choosable: readonly ConnectedTool[];
  /** Whether there are so many that the message decides. */
  readonly isChosen: boolean;
  /** Whether the search is among them: only then is it worth storing what the run was offered, and what it used. */
  readonly hasSearch: boolean;
  /** The permitted tools by the name the model knows. */
  readonly byName: ReadonlyMap<string, ConnectedTool>;
  private readonly arrivals: OfferedStep[];
  private readonly known: Set<string>;
  private readonly found = new Set<string>();
  private used: readonly string[] = [];
  /** Hidden tools that a person has ordered, by the name a model would know them by. */
  private readonly ordered = new Set<string>();
  private readonly hidden: ReadonlySet<string>;
  private message = '';
  private nearness: Nearness | undefined;

  /**
   * @param tools what policy and mode permit; not changed afterwards
   * @param stored what the run was offered so far
   * @param memory of the run's team
   * @param beside tools that show results or propose plans: never selected, offered if the message asks for it
   * @param hidden available only for people's orders
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
    // The search also returns descriptions for which the instructions have no room.
    this.hasSearch = this.isChosen || someAreCut(tools);
    this.choosable = this.hasSearch ? [...tools, SEARCH_TOOL] : tools;
    const others = [...beside, ...hidden];
    this.permitted = others.length > 0 ? [...this.choosable, ...others] : this.choosable;
    this.hidden = new Set(hidden.map(({ modelName }) => modelName));
    this.byName = new Map(this.permitted.map((tool) => [tool.modelName, tool]));
    this.arrivals = [...stored];
    this.known = new Set(stored.flatMap((one) => one.tools));
  }

  /** The team's memory, if it was read later. */
  remember(memory: TeamMemory | undefined): void {
    this.memory = memory;
  }

  /** What each step added so far. */
  get offered(): readonly OfferedStep[] {
    return this.arrivals;
  }

  /** Characters of what is offered, roughly as the model gets it. */
  get length(): number {
    const known = this.named([...this.known]);
    return known.reduce((sum, tool) => sum + definitionLength(tool), 0);
  }

  /** What the model may call now, by the names it knows. */
  get callable(): readonly string[] {
    if (this.isChosen) return [...this.known];
    return [...this.byName.keys()].filter((name) => !this.isHidden(name) || this.ordered.has(name));
  }

  /** The tools of the run's first step that still exist, and those that came later; in order. */
  get parts(): { first: ConnectedTool[]; later: ConnectedTool[] } {
    const [first, ...later] = this.arrivals;
    return {
      first: this.named(first?.tools ?? []),
      later: this.named(later.flatMap(({ tools }) => tools)),
    };
  }

  /** Whether the model was told about the tool, so that a call of it may run. */
  isOffered(name: string): boolean {
    if (this.isHidden(name)) return this.ordered.has(name);
    return !this.isChosen || this.known.has(name);
  }

  /** Whether it is available only for people's orders. */
  isHidden(name: string): boolean {
    return this.hidden.has(name);
  }

  /** Takes over what the chat's last message orders, if that is known to be no model's call. */
  readOrder(messages: readonly UIMessage[]): void {
    const order = lastOrder(messages);
    const isIt = ({ server, name }: ConnectedTool) => order?.server === server && order.tool === name;
    const tool = this.permitted.find((one) => this.isHidden(one.modelName) && isIt(one));
    if (tool) this.ordered.add(tool.modelName);
  }

  /** Takes over what the chat contains: the person's last message, and what its last answers used and found. */
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

  /** Before the message selects the first tools: compares it with them in meaning. Only once. */
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
    // A refused call adds nothing to the offer.
    const ran = called.filter((name) => this.known.has(name));
    const chosen = this.isChosen ? this.choose(ran) : this.choosable.map(({ modelName }) => modelName);
    const shows = this.beside.filter((one) => this.wants(one)).map((one) => one.modelName);
    const names = [...new Set([...chosen, ...shows, ...this.ordered])];
    const tools = names.filter((name) => !this.known.has(name));
    if (tools.length > 0) this.arrivals.push({ step, tools });
    for (const name of tools) this.known.add(name);
    return { names, hasGrown: tools.length > 0 };
  }

  /** The tools that match the model's own words, by words alone; they are offered from the next step on. */
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

  /** The message asks for it, or continues what was shown or planned. */
  private wants({ modelName, proposes }: ConnectedTool): boolean {
    const isSaid = (proposes ? TO_BE_PLANNED : TO_BE_SEEN).test(this.message);
    const alike = this.beside.filter((one) => one.proposes === proposes);
    const isUsed = alike.some((one) => this.used.includes(one.modelName));
    return isSaid || isUsed || this.settings.alwaysActive.includes(modelName);
  }

  /** Whether some of the available tools are not offered. */
  get isPart(): boolean {
    return this.isChosen || this.beside.some(({ modelName }) => !this.known.has(modelName));
  }

  private first(message: string) {
    const { alwaysActive, excludeDestructive, maxTools } = this.settings;
    return {
      tools: this.choosable,
      message,
      excludeDestructive,
      maxTools,
      alwaysActive: [SEARCH_TOOL.modelName, ...alwaysActive],
      ...this.remembered,
    };
  }

  /** A destructive request in an earlier message does not extend to this one. */
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
