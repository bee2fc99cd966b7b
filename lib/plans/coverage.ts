/**
 * Whether a step is what its plan's card showed, so that the plan's confirmation covers it. Pure. In any doubt it is
 * not, and the step asks with a card of its own.
 */
import type { Requirement } from '@/lib/policy/policy';
import { canonicalJson } from '@/lib/values/canonical-json';
import type { Risk } from '@/mcp/annotations';
import type { Preview } from '@/mcp/define-tool';
import type { AsksAgain, ShownStep } from './plan';
import { fill, isOnlyReferences, referencesIn } from './references';

/** A plan as a person has confirmed it. */
export interface ConfirmedPlan {
  requirement: Requirement;
  critical: boolean;
  steps: readonly ShownStep[];
}

/** The call that a step is about to make. */
export interface StepCall {
  server: string;
  name: string;
  contractHash: string;
  input: unknown;
  critical: boolean;
  /** The situation of its tool and its chat at present. */
  asking: Asking;
  /** What would be affected at present; undefined if nothing was shown of it. */
  preview?: Preview | null;
}

/** What makes a step ask about values that it takes over. */
export interface Asking {
  risk: Risk;
  /** A rule says that its tool asks, or wants a password: then everything must have been visible to a person. */
  isRuled: boolean;
  /** It reaches beyond its server, or the chat holds words from outside: its arguments lead out, or come from there. */
  isOpen: boolean;
}

/** The outcome of an earlier step. */
export interface StepResult {
  /** Undefined if it has no result. */
  value: unknown;
  /** Its server is not vouched for, or it reaches beyond its server: the result may be anybody's words. */
  isOutside: boolean;
  /** Paths in the result that name what it has created. */
  created: readonly string[];
}

/** What the plan's confirmation covers, or why the step asks separately. */
export type Coverage = { covers: Requirement } | { apart: string };

const APART = {
  gone: 'This step is not one of those that the plan showed, or not the next of them.',
  tool: 'The tool of this step is not the one that the plan showed.',
  input: 'The arguments of this step are not those that the plan showed.',
  critical: 'This tool needs a password by now, and the plan was confirmed without one.',
  preview: 'What this step would do is not what the plan showed.',
};
const AGAIN: Record<AsksAgain, string> = {
  outside: 'It takes over something that came from outside: now with the value filled in.',
  destroys: 'It destroys something that the plan could not show yet: now with the value filled in.',
  unseen: 'It changes something with a value that the plan could not show yet: now with the value filled in.',
};

/** @param resultOf the outcome of each earlier step; undefined: none yet */
export function coverageOf(
  plan: ConfirmedPlan,
  step: number,
  call: StepCall,
  resultOf: (step: number) => StepResult | undefined,
): Coverage {
  const shown = plan.steps.find((one) => one.step === step);
  if (!shown) return { apart: APART.gone };
  const isSame =
    shown.server === call.server && shown.name === call.name && shown.contractHash === call.contractHash;
  if (!isSame) return { apart: APART.tool };
  const filled = fill(shown.arguments, (of) => resultOf(of)?.value);
  if ('missing' in filled || canonicalJson(filled.value) !== canonicalJson(call.input)) {
    return { apart: APART.input };
  }
  const now = asksAgain(shown.arguments, call.asking, resultOf);
  // Words from outside that came in since are what people have to know first.
  const again = now === 'outside' ? now : (shown.asksAgain ?? now);
  if (again) return { apart: AGAIN[again] };
  if (call.critical && !plan.critical) return { apart: APART.critical };
  if (call.preview !== undefined && canonicalJson(call.preview) !== canonicalJson(shown.preview)) {
    return { apart: APART.preview };
  }
  return { covers: plan.requirement };
}

/**
 * Whether values taken over into its arguments make a step ask once more. What the plan itself has created is known
 * well enough.
 */
export function asksAgain(
  given: Record<string, unknown>,
  { risk, isRuled, isOpen }: Asking,
  resultOf: (step: number) => Omit<StepResult, 'value'> | undefined,
): AsksAgain | null {
  const references = referencesIn(given).map(({ step, path }) => ({
    of: resultOf(step),
    path: path.join('.'),
  }));
  if (references.length === 0) return null;
  if (references.some(({ of }) => of === undefined || of.isOutside)) return 'outside';
  const isCreated = references.every(({ of, path }) => of?.created.includes(path));
  // Arguments other than references may name something else to destroy, about which no companion was asked.
  if (risk === 'destructive') return isCreated && isOnlyReferences(given) ? null : 'destroys';
  return risk === 'write' && !isCreated && (isRuled || isOpen) ? 'unseen' : null;
}
