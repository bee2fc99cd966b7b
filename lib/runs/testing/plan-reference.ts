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

/** What must have run, in order, and which of these steps a card of their own must have asked about. */
export interface Expected {
  ran: string[];
  asked: number[];
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
  for (let step = 1; step <= 1 + below(5); step++) {
    const tool = TOOLS[below(TOOLS.length)] ?? 'add';
    const id = step > 1 && next() < 0.45 ? 1 + below(step - 1) : `own-${step}`;
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

/** What each step's result says; nothing where it says nothing that another could take over. */
export function interpret(steps: readonly MadeStep[]): Expected {
  const results = new Map<number, string>();
  const byStep = new Map(steps.map((one) => [one.step, one]));
  const changed = new Set<Tool>();
  /** Steps that take over what came from outside, be it through others. */
  const outside = new Set<number>();
  const expected: Expected = { ran: [], asked: [] };
  for (const { step, tool, id, answer, said, changes } of steps) {
    const filled = typeof id === 'string' ? id : results.get(id);
    if (filled === undefined) return expected;
    const takesOver = typeof id === 'number';
    const isOutside = takesOver && (byStep.get(id)?.tool === 'browse' || outside.has(id));
    if (isOutside) outside.add(step);
    const isMarked = steps.some((one) => one.step < step && one.tool === 'browse');
    const isUnseen = takesOver && isMarked && (tool === 'add' || tool === 'put');
    const asks = changed.has(tool) || isOutside || isUnseen || (takesOver && tool === 'drop');
    if (asks) expected.asked.push(step);
    if (asks && said === 'cancel') return expected;
    expected.ran.push(`${tool} ${filled}`);
    if (answer === 'error' || answer === 'lost') return expected;
    if (answer === 'ok') results.set(step, `${tool} of ${filled}`);
    if (changes) changed.add(changes);
  }
  return expected;
}
