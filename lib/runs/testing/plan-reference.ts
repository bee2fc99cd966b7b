/** Generated plans, and what must come of them: an interpreter that knows nothing of gates, ledgers and processes. */

export const TOOLS = ['add', 'put', 'drop', 'look', 'browse'] as const;
export type Tool = (typeof TOOLS)[number];

export interface MadeStep {
  step: number;
  tool: Tool;
  /** A text of its own, or the number of an earlier step whose result it takes over. */
  id: string | number;
  /** How its server answers. */
  answer: 'ok' | 'error' | 'lost' | 'nothing';
  /** What a person says where the step asks by itself. */
  said: 'confirm' | 'cancel';
  /** The tool that its server declares otherwise once this step has run. */
  changes?: 'add' | 'put';
}

export interface MadePlan {
  steps: MadeStep[];
  mode: 'default' | 'plan';
  /** What a person does to it before confirming. */
  struck?: number;
  edited?: number;
  /** The process dies after so many statements. */
  killAfter?: number;
}

/** What must have run, in order, and what was asked beside the plan's first card. */
export interface Expected {
  ran: string[];
  /** Steps about which a card of their own must have asked. */
  asked: number[];
  /** Steps from which on one more card must have shown all that was left. */
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
  // Of somebody who has not looked first: what is dropped the steps before have yet to say.
  const isLate = next() < 0.3;
  const most = isLate ? 3 + below(4) : 1 + below(5);
  for (let step = 1; step <= most; step++) {
    const isDrop = isLate && step > 1 && next() < 0.5;
    const tool = isDrop ? 'drop' : (TOOLS[below(isLate ? TOOLS.length - 1 : TOOLS.length)] ?? 'add');
    const source = next() < (isDrop ? 0.9 : 0.45) ? steps[below(steps.length)]?.step : undefined;
    const id = source ?? `own-${step}`;
    // The same call twice would be told apart by nothing.
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

/** The plan as it is confirmed: without what was struck out and what hangs on it, and with what was changed. */
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

/** Carries the steps out one by one: what each says, and what it is asked about. */
class Interpreter {
  readonly expected: Expected = { ran: [], asked: [], rests: [] };
  /** What each step's result says; nothing where it says nothing that another could take over. */
  private readonly results = new Map<number, string>();
  private readonly byStep: ReadonlyMap<number, MadeStep>;
  /** Tools that are not what the last card has shown. */
  private readonly changed = new Set<Tool>();
  /** Those that a server has come to call destructive, as that card has shown it. */
  private destroying: ReadonlySet<Tool> = new Set(['drop']);
  /** Arguments that were filled in by the time of the last card. */
  private readonly known = new Map<number, string>();

  constructor(private readonly steps: readonly MadeStep[]) {
    this.byStep = new Map(steps.map((one) => [one.step, one]));
  }

  run(): Expected {
    for (const [at, one] of this.steps.entries()) if (!this.make(one, this.steps.slice(at))) break;
    return this.expected;
  }

  /** @returns whether the plan goes on */
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

  /** The step that is next asks again, another one will, and nothing of it comes from outside or is missing. */
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

  /** Why the last card says that it asks again. */
  private again(made: MadeStep): 'outside' | 'destroys' | 'unseen' | null {
    const { step, tool, id } = made;
    if (typeof id === 'string' || this.known.has(step)) return null;
    if (this.isFromOutside(made)) return 'outside';
    if (this.destroying.has(tool)) return 'destroys';
    const isMarked = this.steps.some((one) => one.step < step && one.tool === 'browse');
    return isMarked && (tool === 'add' || tool === 'put') ? 'unseen' : null;
  }

  /** It takes over what came from outside, be it through others. */
  private isFromOutside({ id }: MadeStep): boolean {
    const source = typeof id === 'number' ? this.byStep.get(id) : undefined;
    return source !== undefined && (source.tool === 'browse' || this.isFromOutside(source));
  }
}

export const interpret = (steps: readonly MadeStep[]): Expected => new Interpreter(steps).run();
