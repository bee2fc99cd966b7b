/**
 * Suggestions from the record: calls of a tool that people always confirmed, and the narrowest bounds of a grant that
 * cover them. Nothing is suggested that would cover a call which anybody has cancelled, by itself or with the plan that
 * contained it. Pure; it keeps a bounded summary per tool, not its calls.
 */
import {
  type Bound,
  fits,
  type KeptBound,
  keptBounds,
  MOST_ARGUMENTS,
  possibleBounds,
} from '@/lib/grants/grant-bounds';
import { stepsOf } from '@/lib/plans/plan';
import { isPlan } from '@/lib/plans/plan-tool';
import { asFarAsKnown, referencesIn } from '@/lib/plans/references';
import type { RecordRow } from '@/lib/store/conversation/record';
import { canonicalJson } from '@/lib/values/canonical-json';
import { isRecord } from '@/lib/values/records';
import type { Suggestion } from './replay-view';

/** Fewer decisions than this mean nothing. */
const ENOUGH = 5;
/** A tool with more cancellations is contested, whatever its arguments. */
const MOST_CANCELLED = 200;
const MOST_TOOLS = 1_000;

interface OfTool extends Pick<Suggestion, 'server' | 'tool' | 'title' | 'confirmed'> {
  /** As the model knows it. */
  modelTool: string;
  seconds: number;
  /** The newest confirmed call: its arguments are the pattern. Null if no bounds can cover what was confirmed. */
  pattern: Record<string, unknown> | null;
  /** By argument, what its values have in common; null: only their type. */
  bounds: Map<string, { equal: string | number | boolean | null; most: Bound | null; least: Bound | null }>;
  cancelled: unknown[];
  isOut: boolean;
}

type Named = Pick<RecordRow, 'server' | 'tool' | 'modelTool' | 'title'>;

export class Suggestions {
  private readonly tools = new Map<string, OfTool>();
  /** Something was cancelled, and it is unknown which tools that concerned. */
  private isBlind = false;

  add(row: RecordRow): void {
    if (row.decided !== 'confirmed' && row.decided !== 'cancelled') return;
    if (isPlan(row)) {
      if (row.decided === 'cancelled') this.cancelPlan(row);
      return;
    }
    const known = this.toolOf(row);
    // A step seen before contains less about it.
    if (known?.confirmed === 0)
      Object.assign(known, { modelTool: row.modelTool, title: row.title ?? row.tool });
    if (!known || known.isOut) return;
    const input = inputOf(row.input);
    // Nothing is suggested for untrusted servers, and for what may not be allowed ahead.
    if (!row.trusted || !row.grantable || !input || Object.keys(input).length > MOST_ARGUMENTS)
      known.isOut = true;
    else if (row.decided === 'confirmed') confirm(known, input, row.seconds ?? 0);
    else cancel(known, input);
  }

  /** It is unknown whether values that a step would have taken over lie within bounds. */
  private cancelPlan({ input }: RecordRow): void {
    const plan = inputOf(input);
    this.isBlind ||= !plan;
    for (const step of stepsOf(plan)) {
      const known = this.toolOf({ server: step.server, tool: step.tool, modelTool: step.tool, title: null });
      if (!known) this.isBlind = true;
      else if (referencesIn(step.arguments).length > 0) known.isOut = true;
      else cancel(known, asFarAsKnown(step.arguments));
    }
  }

  /** Most confirmations first. */
  result(): Suggestion[] {
    if (this.isBlind) return [];
    return [...this.tools.values()]
      .flatMap((of): Suggestion[] => {
        const { server, tool, title, confirmed, seconds, pattern } = of;
        if (!pattern || confirmed < ENOUGH) return [];
        const bounds = boundsOf(of, pattern);
        // A step may name its tool by the model's name.
        const asStep = this.tools.get(keyOf({ server, tool: of.modelTool })) ?? of;
        for (const { isOut, cancelled } of [of, asStep])
          if (isOut || cancelled.some((input) => fits(bounds, input))) return [];
        return [{ server, tool, title, confirmed, meanSeconds: seconds / confirmed, bounds }];
      })
      .sort((one, other) => other.confirmed - one.confirmed);
  }

  private toolOf({ server, tool, modelTool, title }: Named): OfTool | undefined {
    const key = keyOf({ server, tool });
    const known = this.tools.get(key);
    if (known || this.tools.size >= MOST_TOOLS) return known;
    const made: OfTool = {
      server,
      tool,
      modelTool,
      title: title ?? tool,
      confirmed: 0,
      seconds: 0,
      pattern: null,
      bounds: new Map(),
      cancelled: [],
      isOut: false,
    };
    this.tools.set(key, made);
    return made;
  }
}

const keyOf = ({ server, tool }: Pick<RecordRow, 'server' | 'tool'>) => JSON.stringify([server, tool]);

function cancel(of: OfTool, input: Record<string, unknown>): void {
  if (!of.isOut && of.cancelled.push(input) > MOST_CANCELLED) of.isOut = true;
}

function confirm(of: OfTool, input: Record<string, unknown>, seconds: number): void {
  of.confirmed += 1;
  of.seconds += seconds;
  const isFirst = of.pattern === null;
  of.pattern ??= input;
  if (!isFirst && !isAlike(of.pattern, input)) {
    of.isOut = true;
    return;
  }
  for (const { argument, is, value } of possibleBounds(input)) {
    const known = of.bounds.get(argument);
    const isOrdered = is.includes('most') && typeof value !== 'boolean';
    const [most, least] = [
      isOrdered ? ({ argument, is: 'most', value } as const) : null,
      isOrdered ? ({ argument, is: 'least', value } as const) : null,
    ];
    if (!known) {
      of.bounds.set(argument, { equal: value, most, least });
      continue;
    }
    if (known.equal !== value) known.equal = null;
    // A bound that does not cover this call is widened to it.
    if (!most || !known.most) known.most = null;
    else if (!fits([known.most], input)) known.most = most;
    if (!least || !known.least) known.least = null;
    else if (!fits([known.least], input)) known.least = least;
  }
}

/** The same arguments, of the same types; those that are more than a single value must be equal. */
function isAlike(pattern: Record<string, unknown>, input: Record<string, unknown>): boolean {
  const names = Object.keys(pattern);
  if (names.length !== Object.keys(input).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(input, name)) return false;
    const [one, other] = [pattern[name], input[name]];
    const isSingle = ['string', 'number', 'boolean'].includes(typeof one);
    return isSingle ? typeof one === typeof other : canonicalJson(one) === canonicalJson(other);
  });
}

/** As a grant on the newest of these calls would store them. */
function boundsOf({ bounds }: OfTool, pattern: Record<string, unknown>): KeptBound[] {
  const chosen = [...bounds].flatMap(([argument, { equal, most, least }]): Bound[] => {
    if (equal !== null) return [{ argument, is: 'equal', value: equal }];
    return most && least ? [least, most] : [];
  });
  return keptBounds(chosen, pattern);
}

function inputOf(text: string): Record<string, unknown> | undefined {
  try {
    const input: unknown = JSON.parse(text);
    return isRecord(input) ? input : undefined;
  } catch {
    return undefined;
  }
}
