// Shared with the browser: types and pure functions only.
/**
 * A plan as a model proposes it, and as its one card shows it: numbered steps, each an exact call. Nothing of a plan is kept beside
 * that card and the ledger: which step is next is read from the calls that its steps have made.
 */
import type { Requirement } from '@/lib/policy/policy';
import type { Rehearsed } from '@/lib/tools/rehearsal';
import { isRecord } from '@/lib/values/records';
import type { Risk } from '@/mcp/annotations';
import type { Preview } from '@/mcp/define-tool';

/** The model's name of the tool by which a plan is proposed; its server is what this process answers itself. */
export const PLAN_TOOL_NAME = 'propose_plan';

/** Steps of one plan: an answer takes about as many, and one look takes no more. */
export const MOST_STEPS = 20;

export interface PlanStep {
  /** From 1; later steps have greater ones, and what was struck out leaves a gap. */
  step: number;
  server: string;
  /** The server's own name of it, or the one that the model knows it by. */
  tool: string;
  /** A text that names a result of an earlier step stands for it: see `references.ts`. */
  arguments: Record<string, unknown>;
  /** What it does, in the model's words. */
  why: string;
}

/** The steps of arguments that fit the tool's schema; of others none. */
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
 * Why a step asks once more, with everything filled in: what it takes over may be anybody's words, names what is destroyed and was not
 * there to be shown, or changes something about which people are to be asked, with what they could not see.
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
  /** What the policy asks for it, and why. */
  requirement: Requirement;
  reason: string;
  critical: boolean;
  /** What would go; null where nobody can tell yet, or its server never does. */
  preview: Preview | null;
  /** What of its arguments earlier steps will say: their numbers. */
  from: number[];
  asksAgain: AsksAgain | null;
}

/** What a plan's card shows beside its arguments. */
export interface ShownPlan {
  steps: ShownStep[];
}

/** What a card shows as going: of a plan, all its steps. */
export type CardPreview = Preview & { plan?: ShownPlan; record?: string; rehearsal?: Rehearsed };

const MADE_ID = /^(step|rest)_([A-Za-z0-9_-]{20,64})_(\d{1,4})$/;

/** A step of a plan, by the plan's call in the ledger. */
export interface StepOfPlan {
  planCallId: string;
  step: number;
}

/**
 * The id of a step's call: of the plan's call in the ledger, and its number. The ledger takes one call of an id, so that a step is made
 * once whoever goes on with the plan. A model reads it in what has run; a call of its own never gets such an id.
 */
export function stepCallId(planCallId: string, step: number): string {
  return `step_${planCallId}_${step}`;
}

/** The same of the call that puts what is left of a plan, from this step on, on one more card. */
export function restCallId(planCallId: string, step: number): string {
  return `rest_${planCallId}_${step}`;
}

/** Which step's call it may be; whether there is such a plan the ledger says. */
export const stepOfCallId = (toolCallId: string): StepOfPlan | undefined => madeBy('step', toolCallId);

/** From which step on the call may put a plan on one more card. */
export const restOfCallId = (toolCallId: string): StepOfPlan | undefined => madeBy('rest', toolCallId);

function madeBy(what: 'step' | 'rest', toolCallId: string): StepOfPlan | undefined {
  const [, made, planCallId, step] = MADE_ID.exec(toolCallId) ?? [];
  return made === what && planCallId !== undefined ? { planCallId, step: Number(step) } : undefined;
}
