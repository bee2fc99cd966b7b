/** Generated plans, and the expected results: an interpreter without gates, ledgers and processes. */

export const TOOLS = ['add', 'put', 'drop', 'look', 'browse'] as const;
export type Tool = (typeof TOOLS)[number];

export interface MadeStep {
  step: number;
  tool: Tool;
  /** A text of its own, or the number of an earlier step whose result it uses. */
  id: string | number;
  /** How its server answers. */
  answer: 'ok' | 'error' | 'lost' | 'nothing';
  /** A person's answer if the step asks by itself. */
  said: 'confirm' | 'cancel';
  /** The tool whose declaration its server changes once this step has run. */
  changes?: 'add' | 'put';
}

export interface MadePlan {
  steps: MadeStep[];
  mode: 'default' | 'plan';
  /** What a person changes in it before confirming. */
  struck?: number;
  edited?: number;
  /** The process dies after this many statements. */
  killAfter?: number;
}

/** What must have run, in order, and which further cards must have been shown besides the plan's first. */
export interface Expected {
  ran: string[];
  /** Steps that must have had a card of their own. */
  asked: number[];
  /** Steps at which one more card must have shown all the remaining ones. */
  rests: number[];
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makePlan(seed: number): MadePlan {
  const next = random(seed);
  const below = (most: number) => Math.floor(next() * most);
  const isRead = (tool: Tool) => tool === 'look' || tool === 'browse';
  const steps: MadeStep[] = [];
  // Of a model that has not looked first: what is dropped has yet to come from earlier steps.
  const isLate = next() < 0.3;
  const most = isLate ? 3 + below(4) : 1 + below(5);
  for (let step = 1; step <= most; step++) {
    const isDrop = isLate && step > 1 && next() < 0.5;
    const tool = isDrop ? 'drop' : (TOOLS[below(isLate ? TOOLS.length - 1 : TOOLS.length)] ?? 'add');
    const source = next() < (isDrop ? 0.9 : 0.45) ? steps[below(steps.length)]?.step : undefined;
    const id = source ?? `own-${step}`;
    // Two identical calls could not be told apart.
    if (steps.some((one) => one.tool === tool && one.id === id)) continue;
    const luck = next();
    const answer =
      luck < 0.76 ? 'ok' : luck < 0.86 ? 'error' : luck < 0.94 && !isRead(tool) ? 'lost' : 'nothing';
    const changes = next() < 0.15 ? (['add', 'put'] as const)[below(2)] : undefined;
    steps.push({
      step,
      tool,
      id,
      answer,
      said: next() < 0.8 ? 'confirm' : 'cancel',
      ...(changes && { changes }),
    });
  }
  const some = () => steps[below(steps.length)]?.step ?? 1;
  return {
    steps,
    mode: next() < 0.4 ? 'plan' : 'default',
    ...(steps.length > 1 && next() < 0.25 && { struck: some() }),
    ...(next() < 0.25 && { edited: some() }),
    ...(next() < 0.6 && { killAfter: 1 + below(90) }),
  };
}

/** The plan as confirmed: without the removed step and those that depend on it, and with the edits. */
export function asConfirmed({ steps, struck, edited }: MadePlan): MadeStep[] {
  const gone = new Set<number>();
  const kept = steps.filter(({ step, id }) => {
    const isGone = step === struck || (typeof id === 'number' && gone.has(id));
    if (isGone) gone.add(step);
    return !isGone;
  });
  const left = kept.length > 0 ? kept : steps;
  return left.map((one) =>
    one.step === edited && typeof one.id === 'string' ? { ...one, id: `edited-${one.step}` } : one,
  );
}

/** Carries out the steps one by one: their results, and what is asked about them. */
class Interpreter {
  readonly expected: Expected = { ran: [], asked: [], rests: [] };
  /** Each step's result; absent if it returns nothing that another could use. */
  private readonly results = new Map<number, string>();
  private readonly byStep: ReadonlyMap<number, MadeStep>;
  /** Tools that have changed since the last card. */
  private readonly changed = new Set<Tool>();
  /** Tools that a server declares destructive by now, as that card has shown. */
  private destroying: ReadonlySet<Tool> = new Set(['drop']);
  /** Arguments that were known by the time of the last card. */
  private readonly known = new Map<number, string>();

  constructor(private readonly steps: readonly MadeStep[]) {
    this.byStep = new Map(steps.map((one) => [one.step, one]));
  }

  run(): Expected {
    for (const [at, one] of this.steps.entries()) if (!this.make(one, this.steps.slice(at))) break;
    return this.expected;
  }

  /** @returns whether the plan continues */
  private make(made: MadeStep, left: readonly MadeStep[]): boolean {
    const { step, tool, answer, said, changes } = made;
    if (this.isPutTogether(left)) {
      this.expected.rests.push(step);
      if (said === 'cancel') return false;
      this.putTogether(left);
    }
    const filled = this.filled(made);
    if (filled === undefined) return false;
    const asks = this.changed.has(tool) || this.again(made) !== null;
    if (asks) this.expected.asked.push(step);
    if (asks && said === 'cancel') return false;
    this.expected.ran.push(`${tool} ${filled}`);
    if (answer === 'error' || answer === 'lost') return false;
    if (answer === 'ok') this.results.set(step, `${tool} of ${filled}`);
    if (changes) this.changed.add(changes);
    return true;
  }

  /**
   * Whether the remaining steps share a card: the next one asks again, so does another, and none uses content from
   * outside or lacks a value.
   */
  private isPutTogether(left: readonly MadeStep[]): boolean {
    const [next] = left;
    const again = left.flatMap((one) => this.again(one) ?? []);
    if (!next || this.again(next) === null || again.length < 2 || again.includes('outside')) return false;
    return left.every((one) => !this.takesBefore(one, next.step) || this.filled(one) !== undefined);
  }

  private putTogether(left: readonly MadeStep[]): void {
    const from = left[0]?.step ?? 0;
    for (const one of left) {
      if (this.takesBefore(one, from)) this.known.set(one.step, this.filled(one) ?? '');
    }
    this.destroying = new Set([...this.destroying, ...this.changed]);
    this.changed.clear();
  }

  private takesBefore({ step, id }: MadeStep, from: number): boolean {
    return !this.known.has(step) && typeof id === 'number' && id < from;
  }

  private filled({ step, id }: MadeStep): string | undefined {
    return this.known.get(step) ?? (typeof id === 'string' ? id : this.results.get(id));
  }

  /** Why it asks again although the last card has shown it. */
  private again(made: MadeStep): 'outside' | 'destroys' | 'unseen' | null {
    const { step, tool, id } = made;
    if (typeof id === 'string' || this.known.has(step)) return null;
    if (this.isFromOutside(made)) return 'outside';
    if (this.destroying.has(tool)) return 'destroys';
    const isMarked = this.steps.some((one) => one.step < step && one.tool === 'browse');
    return isMarked && (tool === 'add' || tool === 'put') ? 'unseen' : null;
  }

  /** It uses content from outside, directly or through other steps. */
  private isFromOutside({ id }: MadeStep): boolean {
    const source = typeof id === 'number' ? this.byStep.get(id) : undefined;
    return source !== undefined && (source.tool === 'browse' || this.isFromOutside(source));
  }
}

export const interpret = (steps: readonly MadeStep[]): Expected => new Interpreter(steps).run();
