import 'server-only';
/**
 * The plans of one run: a proposal is checked and becomes a card, and a confirmed plan is carried out step by step. The
 * progress of a plan is read from the ledger, so that whichever process continues finds the same next step.
 */
import type { Authority } from '@/lib/approvals/authority';
import { askingOf, lookAtPlan, lookAtPlanAgain, planTool } from '@/lib/approvals/plans/show-plan';
import { readingIn, shownNow } from '@/lib/approvals/readable';
import { AppError } from '@/lib/errors';
import { resultHash } from '@/lib/execution/ended';
import { advance, type CallRow, openCall } from '@/lib/execution/ledger';
import { type Coverage, coverageOf } from '@/lib/plans/coverage';
import { hasCreated } from '@/lib/plans/created';
import {
  type CardPreview,
  restOfCallId,
  type ShownStep,
  stepCallId,
  stepOfCallId,
  stepsOf,
} from '@/lib/plans/plan';
import { isPlan, PLAN_TOOL } from '@/lib/plans/plan-tool';
import { type Progress, progressOf, progressWords } from '@/lib/plans/progress';
import { fill } from '@/lib/plans/references';
import { rulesFor } from '@/lib/rules/policy-rules';
import type { ApprovalRow } from '@/lib/store/approvals';
import { listCallsOfRun } from '@/lib/store/calls';
import type { ConnectedTool } from '@/lib/tools/types';
import type { Preview } from '@/mcp/define-tool';
import type { Asking } from '../calling/waiting';
import type { TurnContext } from '../turn-context';
import { type Begun, begunIn, rowOfStep, shownIn } from './begun';
import { stillHolds } from './confirmers';
import { knownOf } from './known';
import { ghost, problemOf } from './made-step';
import { proposalOfRest, restOfPlan } from './rest-of-plan';
import { resultOf, stateOf } from './step-state';

/** The call that a step makes. */
export interface StepCall {
  tool: ConnectedTool;
  toolCallId: string;
  input: Record<string, unknown>;
}

export class PlansOfRun {
  private rows: readonly CallRow[] = [];
  private plans: readonly Begun[] = [];
  /** What steps would do at present, by the ids of their calls. */
  private readonly previews = new Map<string, Preview | null>();
  /** The tool with which a step is made now, by the id of its call. */
  private readonly made = new Map<string, ConnectedTool>();
  /** Ids of plans whose confirmers still counted at the last check. */
  private readonly confirmersHold = new Set<string>();
  private readonly cards: readonly ApprovalRow[];

  /**
   * @param approvals of the run at the start of the segment: confirming a plan begins a segment
   * @param tools that a plan may use
   * @param stepCap the most steps of one answer
   */
  constructor(
    private readonly context: TurnContext,
    approvals: ReadonlyMap<string, ApprovalRow>,
    private readonly tools: readonly ConnectedTool[],
    private readonly stepCap: number,
  ) {
    this.cards = [...approvals.values()].filter((row) => isPlan(row) && row.status === 'confirmed');
  }

  /** Whether the run has a confirmed plan. */
  get isAny(): boolean {
    return this.cards.length > 0;
  }

  /** The steps' tools, whether or not the model may call them; by the name the model knows. */
  toolNamed(name: string): ConnectedTool | undefined {
    if (!this.isAny) return undefined;
    if (name === PLAN_TOOL.modelName) return PLAN_TOOL;
    const shown = this.cards.flatMap((card) => shownIn(card).find((step) => step.modelName === name) ?? []);
    return shown.length === 0 ? undefined : this.tools.find((tool) => tool.modelName === name);
  }

  /**
   * Checks a proposal: what its card shows, and whom it asks.
   * @param step of the answer
   * @throws AppError: it cannot be carried out
   */
  async propose(input: unknown, authority: Authority, step: number): Promise<Asking> {
    // The last step is reserved for reporting.
    const left = this.stepCap - step - 1;
    if (stepsOf(input).length > left) {
      throw new AppError(
        'bad_request',
        `This answer can take ${Math.max(0, left)} more steps, and the plan has more.`,
      );
    }
    const looked = await lookAtPlan({ ...readingIn(this.context), tools: this.tools, authority }, input);
    return { tool: planTool(looked), ruling: looked.ruling, preview: looked.preview };
  }

  /** The present preview for a card of this call. */
  async previewOf(tool: ConnectedTool, input: unknown): Promise<CardPreview | null> {
    if (!tool.proposes) return shownNow(this.context, tool, input);
    const reading = readingIn(this.context);
    return (await lookAtPlanAgain({ ...reading, authority: await reading.now() }, input)).preview;
  }

  /** Whether a plan of this run makes the call. */
  isOfPlan(toolCallId: string): boolean {
    const { planCallId } = restOfCallId(toolCallId) ?? {};
    return this.planOf(toolCallId) !== undefined || this.plans.some(({ callId }) => callId === planCallId);
  }

  /** The tool with which the step is made, as its server declares it now. */
  toolOf(toolCallId: string): ConnectedTool | undefined {
    return this.made.get(toolCallId);
  }

  /** Before a step is judged: reads the outcomes of its sources, and its present preview if its card has shown one. */
  async look(toolCallId: string, tool: ConnectedTool, input: unknown): Promise<void> {
    if (!this.isAny || !stepOfCallId(toolCallId)) return;
    await this.read();
    await this.lookAtConfirmers(toolCallId);
    const shown = this.shownOf(toolCallId);
    if (!shown?.preview) return;
    // A preview that is now unknown differs from what was shown.
    this.previews.set(toolCallId, await shownNow(this.context, tool, input).catch(() => null));
  }

  /** A confirmation counts only while whoever gave it has the right to. */
  private async lookAtConfirmers(toolCallId: string): Promise<void> {
    const plan = this.planOf(toolCallId);
    const card = plan && this.cardOf(plan.callId);
    if (!plan || !card) return;
    if (!(await stillHolds(this.context, card))) this.confirmersHold.delete(plan.callId);
    else this.confirmersHold.add(plan.callId);
  }

  /** What a plan's confirmation covers for this call; undefined if it is no step. Makes no requests: `look` has. */
  coverageOf(
    toolCallId: string,
    tool: ConnectedTool,
    input: unknown,
    authority: Authority,
  ): Coverage | undefined {
    const plan = this.planOf(toolCallId);
    const at = stepOfCallId(toolCallId);
    if (!plan || !at) return undefined;
    // This includes ended plans: what they did not reach asks like any other call.
    if (this.progressIn(plan).next !== at.step) return { apart: NOT_NEXT };
    if (!this.confirmersHold.has(plan.callId)) return { apart: CONFIRMER_GONE };
    const { server, name, contractHash } = tool;
    const { critical } = rulesFor(authority.rules, tool);
    const preview = this.shownOf(toolCallId)?.preview ? (this.previews.get(toolCallId) ?? null) : undefined;
    const call = {
      server,
      name,
      contractHash,
      input,
      critical,
      asking: askingOf(tool, authority),
      ...(preview !== undefined && { preview }),
    };
    return coverageOf(plan, at.step, call, (step) => {
      const row = this.rowOf(plan, step);
      const known = knownOf(plan, this.rows, step);
      const created = row ? hasCreated({ server: row.server, name: row.tool }, known?.value) : [];
      return known && { ...known, created };
    });
  }

  /** Who decided the plan that contains this step, or its rest, and whose edits determined the call. */
  originOf(toolCallId: string): Pick<ApprovalRow, 'decidedBy' | 'editors'> | undefined {
    const { planCallId } = stepOfCallId(toolCallId) ?? restOfCallId(toolCallId) ?? {};
    return planCallId === undefined ? undefined : this.cardOf(planCallId);
  }

  private cardOf(planCallId: string): ApprovalRow | undefined {
    const call = this.rows.find(({ id }) => id === planCallId);
    return this.cards.find((card) => card.toolCallId === call?.toolCallId);
  }

  /** The progress of each plan, oldest first. */
  private async progress(): Promise<Progress[]> {
    if (!this.isAny) return [];
    await this.read();
    return this.plans.map((plan) => this.progressIn(plan));
  }

  /**
   * The call to be made now; nothing if the plan is over, or there is none.
   * @param step of the answer
   */
  async next(step: number): Promise<StepCall | undefined> {
    // If several are confirmed, they are carried out one after the other.
    const all = await this.progress();
    const current = all.findIndex(({ next }) => next !== undefined);
    const plan = this.plans[current];
    const shown = plan?.steps.find((one) => one.step === all[current]?.next);
    if (!plan || !shown) return undefined;
    const open = this.rowOf(plan, shown.step);
    const rest = open ? undefined : proposalOfRest(plan, shown, this.rows, this.stepCap - step - 1);
    if (rest) this.made.set(rest.toolCallId, rest.tool);
    if (rest) return rest.isSent ? undefined : rest;
    const toolCallId = stepCallId(plan.callId, shown.step);
    const { connections } = this.context;
    const { tools } = await connections.list({ waitFor: [shown.server] });
    const tool = tools.find(({ server, name }) => server === shown.server && name === shown.name);
    const said = (of: number) => resultOf(this.rowOf(plan, of));
    const input = open ? { value: Object(JSON.parse(open.input)) } : fill(shown.arguments, said);
    const problem = problemOf(tool, input);
    if (tool && 'value' in input && (open || !problem)) {
      this.made.set(toolCallId, tool);
      return { tool, toolCallId, input: input.value };
    }
    // A call that was sent is settled together with the run.
    if (open?.status === 'dispatched') return undefined;
    await this.fail(toolCallId, tool ?? ghost(shown), shown, problem ?? 'Its tool is not there.', step);
    return this.next(step);
  }

  /**
   * What was done and what was not, for people, plan by plan; nothing for a plan in progress, or one with nothing left.
   * @param isSpent the answer has no steps left: nothing more is begun, and only what has begun continues
   */
  async words(isStopped: boolean, isSpent: boolean): Promise<string[]> {
    const all = await this.progress();
    return all.flatMap((one, nth) => {
      const plan = this.plans[nth];
      const isLeft = isSpent && plan && one.next !== undefined && !this.rowOf(plan, one.next);
      return one.stopped || isStopped || isLeft ? (progressWords(one) ?? []) : [];
    });
  }

  /**
   * What the model is told in a step of its own: the plan's progress, without tools that were only for the plan.
   * @param callable names of the tools that it may call
   */
  async tellOf<Offer extends { instructions: string; activeTools?: string[] }>(
    offer: Offer,
    callable: readonly string[],
  ): Promise<Offer> {
    const all = await this.progress();
    if (all.length === 0) return offer;
    const words = all.flatMap((one) => (one.stopped ? (progressWords(one) ?? []) : [])).join(' ');
    const instructions = words ? `${offer.instructions}\n\n${words} ${TELL}` : offer.instructions;
    return { ...offer, instructions, activeTools: offer.activeTools ?? [...callable] };
  }

  /** A step that cannot be made is recorded as failed, so that everybody sees that the plan is over. */
  private async fail(
    toolCallId: string,
    tool: ConnectedTool,
    shown: ShownStep,
    why: string,
    step: number,
  ): Promise<void> {
    const { db, fence } = this.context;
    const text = `This step could not be made. ${why}`;
    const made = { toolCallId, step, tool, input: shown.arguments };
    const row = await openCall(db, this.context, made, fence);
    const ended = { status: 'error', text } as const;
    await advance(db, row, 'error', { error: text, resultHash: resultHash(ended) }, fence);
  }

  private async read(): Promise<void> {
    this.rows = await listCallsOfRun(this.context.db, this.context.runId);
    this.plans = begunIn(this.rows, this.cards);
  }

  private progressIn(plan: Begun): Progress {
    const numbers = plan.steps.map(({ step }) => step);
    const stateOfStep = (step: number) => stateOf(this.rowOf(plan, step));
    return progressOf(numbers, stateOfStep, restOfPlan(plan, this.rows));
  }

  private rowOf(plan: Begun, step: number): CallRow | undefined {
    return rowOfStep(this.rows, plan, step);
  }

  private planOf(toolCallId: string): Begun | undefined {
    const at = stepOfCallId(toolCallId);
    const plan = at && this.plans.find(({ callId }) => callId === at.planCallId);
    return plan?.steps.some(({ step }) => step === at?.step) ? plan : undefined;
  }

  private shownOf(toolCallId: string): ShownStep | undefined {
    const step = stepOfCallId(toolCallId)?.step;
    return this.planOf(toolCallId)?.steps.find((one) => one.step === step);
  }
}

const NOT_NEXT = 'The plan has not come to this step, or is over.';
const CONFIRMER_GONE = 'Somebody who confirmed the plan may not do so any more.';
const TELL = 'Say so plainly, step by step, and do not make what is left unless the person asks anew.';
