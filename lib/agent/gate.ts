import 'server-only';
/**
 * The gate of one segment of a run: judges every call as the model makes it, before anything of its step runs, records
 * it in the ledger, and determines the order in which the step runs. A call that must ask holds back all later calls
 * that do more than read.
 */
import type { ToolApprovalStatus } from 'ai';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { type Authority, judgeNow, openJudged } from '@/lib/approvals/authority';
import { shownNow } from '@/lib/approvals/readable';
import { withRehearsal } from '@/lib/approvals/rehearsals/rehearse';
import { toolOfCall } from '@/lib/execution/call-rows';
import { type CallRow, endRefusedCall } from '@/lib/execution/ledger';
import { StepQueue } from '@/lib/execution/queue';
import type { ApprovalRow } from '@/lib/store/approvals';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { asCalled } from './calling/as-called';
import type { LetThrough } from './calling/let-through';
import { peersOf, RUNS_NOTHING } from './calling/peers-of';
import { recordWaiting } from './calling/record-waiting';
import type { Asking, Request, Waiting } from './calling/waiting';
import { errorText, isOfTheSystem } from './error-text';
import type { PlansOfRun } from './plans/plans-of-run';
import { notOffered } from './search-tool';
import { ServerWatch } from './server-watch';
import type { TurnContext } from './turn-context';
import { TurnWatch } from './turn-watch';

/** The most calls in one step of the model, and the most pending cards of one run; more are errors to the model. */
const MAX_CALLS = 64;
const MAX_CARDS = 20;
const ENOUGH_CARDS = `${MAX_CARDS} calls wait for a decision already. Ask for more once those are decided.`;

/** The result of the first call must not be taken for that of this one. */
const REUSED: ToolApprovalStatus = {
  type: 'denied',
  reason: 'The id of this call was used for another call of this answer. Nothing ran; call with a new id.',
};

export interface Call {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/** The tools of a segment. */
export interface There {
  /** By the name the model knows. */
  tools: Pick<ReadonlyMap<string, ConnectedTool>, 'get'>;
  /** Whether the model was told about this tool; absent: about all. */
  isOffered?(name: string): boolean;
  /** Absent: there are no plans, and none can be proposed. */
  plans?: PlansOfRun;
}

export class Gate {
  readonly queue = new StepQueue();
  /** Calls that this segment recorded in the ledger. */
  private readonly opened = new Map<string, CallRow>();
  /** The rulings that let calls through without asking. */
  private readonly passed = new Map<string, LetThrough>();
  /** Calls that may not run, with the reason that the model gets as their error. */
  private readonly refusals = new Map<string, string>();
  private readonly waiting = new Map<string, Waiting>();
  /** The run's plans, if it can have any. */
  readonly plans: PlansOfRun | undefined;
  /** By tool and canonical arguments of what waits in this run: the call's title. */
  private readonly askedFor = new Map<string, string>();
  private holding = false;
  /** Everything that the step has called so far merely reads. */
  private onlyReads = true;
  private isClosed = false;
  private calls = 0;
  private stepNow = 0;

  /**
   * @param there what exists in this segment
   * @param rows the run's approvals at the start of the segment
   * @param watch records how the segment's calls end
   * @param servers knows whether the called tools are unchanged
   */
  constructor(
    private readonly context: TurnContext,
    private readonly there: There,
    private readonly rows: ReadonlyMap<string, ApprovalRow>,
    readonly watch = new TurnWatch(),
    readonly servers = new ServerWatch(context.connections),
  ) {
    this.plans = there.plans;
  }

  /**
   * A step of the model begins, or an interrupted one is completed.
   * @param step its position in the whole answer, from 1
   */
  beginStep(step: number): void {
    this.stepNow = step;
    this.holding = false;
    this.onlyReads = true;
    this.calls = 0;
    this.queue.reset();
  }

  /** Its position in the answer, from 1. */
  get step(): number {
    return this.stepNow;
  }

  /** From here on, calls of this step that do more than read wait for what was asked before. */
  hold(): void {
    this.holding = true;
  }

  /** No more calls in this segment: the model may only report. What was confirmed still runs. */
  close(): void {
    this.isClosed = true;
  }

  /** The approval of this call at the start of the segment. A call with one runs only with an unused permission. */
  cardOf(toolCallId: string): ApprovalRow | undefined {
    return this.rows.get(toolCallId);
  }

  /** The ruling with which this segment let the call through; nothing for one that had to ask. */
  letThrough(toolCallId: string): LetThrough | undefined {
    return this.passed.get(toolCallId);
  }

  /** Whether a card of the run is still pending. */
  get waitsForPerson(): boolean {
    return [...this.rows.values()].some(({ status }) => status === 'pending');
  }

  /** Places a call that an earlier process has judged in the order. */
  resume(call: Call, tool: ConnectedTool, row: CallRow): void {
    this.opened.set(call.toolCallId, row);
    this.pass(call, toolOfCall(tool, row));
  }

  /** A call that would have to ask at a moment when nobody can be asked: it does not run, and may be made again. */
  refuseUnasked(call: Call, why: string): void {
    const waiting = this.waiting.get(call.toolCallId);
    this.waiting.delete(call.toolCallId);
    if (waiting) this.askedFor.delete(sameness(call));
    this.holding = false;
    this.refuse(call, why);
  }

  /** The call's row as this segment recorded it; nothing for one recorded by an earlier segment. */
  openedCall(toolCallId: string): CallRow | undefined {
    return this.opened.get(toolCallId);
  }

  /** Why this call may not run; undefined if nothing stands against it. */
  refusalOf(toolCallId: string): string | undefined {
    return this.refusals.get(toolCallId);
  }

  /** Answers the SDK's question about one call, in the model's order. Any doubt means no. */
  async judge(call: Call): Promise<ToolApprovalStatus> {
    try {
      return await this.judgeCall(call);
    } catch (error) {
      const reason = errorText(error);
      if (isOfTheSystem(error)) this.watch.breakOff(call.toolCallId, error);
      else await this.deny(call, reason).catch((lost) => this.watch.breakOff(call.toolCallId, lost));
      return { type: 'denied', reason };
    }
  }

  private async judgeCall(call: Call): Promise<ToolApprovalStatus> {
    const declared = this.plans?.toolOf(call.toolCallId) ?? this.there.tools.get(call.toolName);
    if (!declared) return { type: 'denied', reason: `The tool ${call.toolName} does not exist here.` };
    const inputHash = sha256Hex(canonicalJson(call.input));
    const asked = this.rows.get(call.toolCallId);
    if (asked) return asked.inputHash === inputHash ? this.pass(call, toolOfCall(declared, asked)) : REUSED;
    const { db } = this.context;
    const { toolCallId, input } = call;
    const made = { toolCallId, step: this.stepNow, tool: await this.asCalled(call, declared), input };
    const { row, authority } = await openJudged(db, this.context, made, this.context.fence);
    const isSame =
      row.inputHash === inputHash && row.server === declared.server && row.tool === declared.name;
    if (!isSame) return REUSED;
    this.opened.set(call.toolCallId, row);
    const verdict = await this.judgeOpened(call, toolOfCall(declared, row), authority);
    if (verdict && typeof verdict === 'object' && verdict.type === 'denied') {
      await this.deny(call, verdict.reason ?? null);
    }
    return verdict;
  }

  /** No companion is asked about what will not run, and no risk lowered after what may change what the call is. */
  private async asCalled(call: Call, declared: ConnectedTool): Promise<ConnectedTool> {
    const isOpen = !this.isClosed && this.calls < MAX_CALLS;
    const mayRun = isOpen && this.isOffered(call);
    return mayRun ? asCalled(this.context, declared, call, this.onlyReads) : declared;
  }

  /** The steps of a plan are not offered to the model, which does not call them. */
  private isOffered({ toolCallId, toolName }: Call): boolean {
    return (this.there.isOffered?.(toolName) ?? true) || (this.plans?.isOfPlan(toolCallId) ?? false);
  }

  /** A process that continues the run must not take the call for one that was never judged. */
  private async deny({ toolCallId }: Call, error: string | null): Promise<void> {
    const row = this.opened.get(toolCallId);
    if (row) await endRefusedCall(this.context.db, row, 'denied', { error }, this.context.fence);
  }

  private async judgeOpened(
    call: Call,
    tool: ConnectedTool,
    authorityOf: () => Authority,
  ): Promise<ToolApprovalStatus> {
    this.onlyReads &&= merelyReads(tool);
    if (this.isClosed) return { type: 'denied', reason: 'This turn has made all the steps it may make.' };
    if (!this.isOffered(call)) return this.refuse(call, notOffered(call.toolName));
    if (++this.calls > MAX_CALLS)
      return this.refuse(call, `More than ${MAX_CALLS} calls in one step. Make fewer.`);
    const authority = authorityOf();
    if (tool.proposes) return this.propose(call, authority);
    const changed = await this.servers.changeOf(tool, authority.serversVersion);
    if (changed) return this.refuse(call, changed);
    await this.plans?.look(call.toolCallId, tool, call.input);
    const coverage = this.plans?.coverageOf(call.toolCallId, tool, call.input, authority);
    const ruling = judgeNow(tool, call.input, authority, false, coverage);
    if (ruling.effect === 'deny') return { type: 'denied', reason: ruling.reason };
    if (ruling.effect !== 'allow') {
      const look = async () => {
        const preview = await shownNow(this.context, tool, call.input, authority);
        const { mode } = authority;
        return withRehearsal(this.context, { tool, input: call.input, ruling, mode, preview });
      };
      return this.ask(call, async () => ({ tool, ruling, preview: await look() }));
    }
    const { hash: authorityHash, serversVersion } = authority;
    this.passed.set(call.toolCallId, { ...ruling, authorityHash, serversVersion });
    if (!this.holding || tool.risk === 'read-only') return this.pass(call, tool);
    const reason = 'Waits for an earlier call of this step.';
    const held = { kind: 'held' as const, tool, input: call.input, preview: null };
    this.waiting.set(call.toolCallId, { ...held, ruling: { ...ruling, reason } });
    return { type: 'user-approval', reason };
  }

  private pass(call: Call, tool: ConnectedTool): ToolApprovalStatus {
    this.onlyReads &&= merelyReads(tool);
    const { atOnce } = this.context.connections.limitsOf(tool);
    this.queue.plan(call.toolCallId, { peers: peersOf(tool), server: tool.server, atOnce });
    return undefined;
  }

  /** All its steps are checked before anybody is asked; nobody is asked about a plan that cannot be carried out. */
  private propose(call: Call, authority: Authority): Promise<ToolApprovalStatus> {
    const { plans } = this;
    if (!plans) throw new Error('Nobody can propose a plan here.');
    return this.ask(call, () => plans.propose(call.input, authority, this.stepNow));
  }

  /** @param look what the card is to show; throws if that is unknown */
  private async ask(call: Call, look: () => Promise<Asking>): Promise<ToolApprovalStatus> {
    const same = sameness(call);
    const earlier = this.askedFor.get(same);
    if (earlier) return this.refuse(call, `The same call (${earlier}) already waits for a decision.`);
    const beside = (await this.context.subAgents?.cardsBeside()) ?? 0;
    if (this.askedFor.size + beside >= MAX_CARDS) return this.refuse(call, ENOUGH_CARDS);
    const asking = await look().catch((error: unknown) => errorText(error));
    if (typeof asking === 'string') return this.refuse(call, `Nothing was asked and nothing ran. ${asking}`);
    this.askedFor.set(same, asking.tool.title);
    this.holding = true;
    this.waiting.set(call.toolCallId, { kind: 'ask', input: call.input, ...asking });
    return { type: 'user-approval', reason: asking.ruling.reason };
  }

  /** Lets the SDK "run" the call, so that the model gets an error instead of a denial by a person. */
  refuse(call: Call, why: string): ToolApprovalStatus {
    this.refusals.set(call.toolCallId, why);
    this.queue.plan(call.toolCallId, RUNS_NOTHING);
    return undefined;
  }

  /**
   * Stores the row of a call that the SDK has just announced as waiting.
   * @returns the card's view; null for a held call, which has none
   */
  async record(request: Request): Promise<ApprovalView | null> {
    const waiting = this.waiting.get(request.toolCallId);
    if (!waiting) throw new Error('An approval was requested for a call that was never judged.');
    const { editors = [] } = this.plans?.originOf(request.toolCallId) ?? {};
    return recordWaiting(this.context, request, { ...waiting, editors });
  }
}

/** Two calls with the same key are the same call. */
const sameness = ({ toolName, input }: Call) => `${toolName}\n${canonicalJson(input)}`;
