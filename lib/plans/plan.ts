// Shared with the browser: types and pure functions only.
/**
 * A plan as a model proposes it, and as its one card shows it: numbered steps, each an exact call. Nothing about a plan
 * is stored besides that card and the ledger: which step is next is read from the calls that its steps have made.
 */
import type { Requirement } from '@/lib/policy/policy';
import type { Rehearsed } from '@/lib/tools/rehearsal';
import { isRecord } from '@/lib/values/records';
import type { Risk } from '@/mcp/annotations';
import type { Preview } from '@/mcp/define-tool';

/** The model's name for the tool that proposes a plan; its server stands for what this process answers itself. */
export const PLAN_TOOL_NAME = 'propose_plan';

/** The most steps of one plan: about as many as an answer can hold, and as a person can look over. */
export const MOST_STEPS = 20;

export interface PlanStep {
  /** From 1, ascending; a step that was struck out leaves a gap. */
  step: number;
  server: string;
  /** The server's own name for it, or the model's. */
  tool: string;
  /** A text that refers to a result of an earlier step stands for it: see `references.ts`. */
  arguments: Record<string, unknown>;
  /** What it does, in the model's words. */
  why: string;
}

/** The steps in arguments that fit the tool's schema; none for any other arguments. */
export function stepsOf(input: unknown): PlanStep[] {
  const { steps } = Object(input) as { steps?: unknown };
  if (!Array.isArray(steps)) return [];
  return steps.filter(isRecord).map((one) => ({
    step: Number(one.step),
    server: String(one.server),
    tool: String(one.tool),
    arguments: isRecord(one.arguments) ? one.arguments : {},
    why: String(one.why),
  }));
}

/**
 * Why a step asks once more when all its values are known: a value it takes over may be anybody's words; it names
 * something to destroy that could not be shown; or it changes something about which people must be asked, with values
 * they could not see.
 */
export type AsksAgain = 'outside' | 'destroys' | 'unseen';

/** One step as it was judged and shown. */
export interface ShownStep extends PlanStep {
  /** Of the tool, as the server declared it then. */
  name: string;
  modelName: string;
  title: string;
  serverUrl: string;
  trusted: boolean;
  risk: Risk;
  definitionHash: string;
  contractHash: string;
  /** What the policy requires for it, and why. */
  requirement: Requirement;
  reason: string;
  critical: boolean;
  /** What would be affected; null if that is not known yet, or its server never says. */
  preview: Preview | null;
  /** The numbers of the earlier steps whose results it refers to. */
  from: number[];
  asksAgain: AsksAgain | null;
}

/** What a plan's card shows besides its arguments. */
export interface ShownPlan {
  steps: ShownStep[];
}

/** The preview on a card; for a plan, all its steps. */
export type CardPreview = Preview & { plan?: ShownPlan; record?: string; rehearsal?: Rehearsed };

const MADE_ID = /^(step|rest)_([A-Za-z0-9_-]{20,64})_(\d{1,4})$/;

/** A step of a plan, identified by the plan's call in the ledger. */
export interface StepOfPlan {
  planCallId: string;
  step: number;
}

/**
 * The id of a step's call: the plan's call in the ledger, and the step's number. The ledger accepts only one call per
 * id, so a step is made once, whoever continues with the plan. A model sees these ids in past calls; its own calls
 * never get one.
 */
export function stepCallId(planCallId: string, step: number): string {
  return `step_${planCallId}_${step}`;
}

/** The same for the call that puts the rest of a plan, from this step on, on one more card. */
export function restCallId(planCallId: string, step: number): string {
  return `rest_${planCallId}_${step}`;
}

/** Which step's call this may be; the ledger knows whether there is such a plan. */
export const stepOfCallId = (toolCallId: string): StepOfPlan | undefined => madeBy('step', toolCallId);

/** From which step on the call may put a plan on one more card. */
export const restOfCallId = (toolCallId: string): StepOfPlan | undefined => madeBy('rest', toolCallId);

function madeBy(what: 'step' | 'rest', toolCallId: string): StepOfPlan | undefined {
  const [, made, planCallId, step] = MADE_ID.exec(toolCallId) ?? [];
  return made === what && planCallId !== undefined ? { planCallId, step: Number(step) } : undefined;
}
