import 'server-only';
/**
 * The gate of one segment of a run: judges every call as the model orders it, before anything of its step
 * runs, writes it into the ledger, and hands out the order in which the step runs. A call that must ask holds
 * back whatever comes after it and does not only read.
 */
import type { ToolApprovalStatus } from 'ai';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { type Authority, judgeNow, openJudged } from '@/lib/approvals/authority';
import { shownOf } from '@/lib/approvals/readable';
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

/** Calls in one step of the model, and cards that one run may have waiting; more are errors to the model. */
const MAX_CALLS = 64;
const MAX_CARDS = 20;
const ENOUGH_CARDS = `${MAX_CARDS} calls wait for a decision already. Ask for more once those are decided.`;

/** The result of the first call must not pass for that of this one. */
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
  /** Whether the model was told of one of them; absent: of all. */
  isOffered?(name: string): boolean;
  /** Absent: there are none, and none can be proposed. */
  plans?: PlansOfRun;
}

export class Gate {
  readonly queue = new StepQueue();
  /** What this segment wrote into the ledger. */
  private readonly opened = new Map<string, CallRow>();
  /** By what the calls were let through that need not ask. */
  private readonly passed = new Map<string, LetThrough>();
  /** Calls that may not run, with the reason that the model gets as their error. */
  private readonly refusals = new Map<string, string>();
  private readonly waiting = new Map<string, Waiting>();
  /** Of the run, where there can be any. */
  readonly plans: PlansOfRun | undefined;
  /** Tool and canonical arguments of what waits in this run, to the call's title. */
  private readonly askedFor = new Map<string, string>();
  private holding = false;
  /** All that the step has ordered so far merely reads. */
  private onlyReads = true;
  private isClosed = false;
  private calls = 0;
  private stepNow = 0;

  /**
   * @param there what exists in this segment
   * @param rows the run's approvals as they stand at the segment's start
   * @param watch on how the segment's calls end
   * @param servers on what they are called for still being what it was
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
   * A step of the model begins, or one that broke off is ended.
   * @param step its place in the whole answer, from 1
   */
  beginStep(step: number): void {
    this.stepNow = step;
    this.holding = false;
    this.onlyReads = true;
    this.calls = 0;
    this.queue.reset();
  }

  /** Of the answer, from 1. */
  get step(): number {
    return this.stepNow;
  }

  /** From here on of this step what does not merely read waits for what was asked about before. */
  hold(): void {
    this.holding = true;
  }

  /** No more calls in this segment: the model may only say how it stands. What was confirmed still runs. */
  close(): void {
    this.isClosed = true;
  }

  /** The approval of this call, as the segment began with it. With one only an unused permission lets it run. */
  cardOf(toolCallId: string): ApprovalRow | undefined {
    return this.rows.get(toolCallId);
  }

  /** By what this segment let the call through; nothing for one that had to ask. */
  letThrough(toolCallId: string): LetThrough | undefined {
    return this.passed.get(toolCallId);
  }

  /** Whether a card of the run still waits. */
  get waitsForPerson(): boolean {
    return [...this.rows.values()].some(({ status }) => status === 'pending');
  }

  /** Gives a call that was judged by an earlier process its place in the order. */
  resume(call: Call, tool: ConnectedTool, row: CallRow): void {
    this.opened.set(call.toolCallId, row);
    this.pass(call, toolOfCall(tool, row));
  }

  /** A call that would have to ask, at a moment in which nobody can be: it does not run, and may be made again. */
  refuseUnasked(call: Call, why: string): void {
    const waiting = this.waiting.get(call.toolCallId);
    this.waiting.delete(call.toolCallId);
    if (waiting) this.askedFor.delete(sameness(call));
    this.holding = false;
    this.refuse(call, why);
  }

  /** The call's row as this segment opened it; nothing for one that an earlier segment did. */
  openedCall(toolCallId: string): CallRow | undefined {
    return this.opened.get(toolCallId);
  }

  /** Why this call may not run; undefined when nothing stands against it. */
  refusalOf(toolCallId: string): string | undefined {
    return this.refusals.get(toolCallId);
  }

  /** The SDK's question about one call, in the model's order. Any doubt is a no. */
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

  /** Nothing is asked about what will not run, and nothing lowered after what may change what the call is. */
  private async asCalled(call: Call, declared: ConnectedTool): Promise<ConnectedTool> {
    const isOpen = !this.isClosed && this.calls < MAX_CALLS;
    const mayRun = isOpen && this.isOffered(call);
    return mayRun ? asCalled(this.context, declared, call, this.onlyReads) : declared;
  }

  /** A step of a plan the model was not offered to call, and does not. */
  private isOffered({ toolCallId, toolName }: Call): boolean {
    return (this.there.isOffered?.(toolName) ?? true) || (this.plans?.isOfPlan(toolCallId) ?? false);
  }

  /** A process that goes on with the run must not take the call for one that was never judged. */
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
      const { connections, signal } = this.context;
      const look = async () => {
        const preview = await shownOf(connections, tool, call.input, signal, () => authority);
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

  /** All its steps are looked at before anybody is asked; what cannot be carried out nobody is asked about. */
  private propose(call: Call, authority: Authority): Promise<ToolApprovalStatus> {
    const { plans } = this;
    if (!plans) throw new Error('Nobody can propose a plan here.');
    return this.ask(call, () => plans.propose(call.input, authority, this.stepNow));
  }

  /** @param look what the card is to show; throws where that cannot be told */
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
   * Stores the row of a call that the SDK has just announced to wait.
   * @returns the card's view; null for a held call, which has none
   */
  async record(request: Request): Promise<ApprovalView | null> {
    const waiting = this.waiting.get(request.toolCallId);
    if (!waiting) throw new Error('An approval was requested for a call that was never judged.');
    const { editors = [] } = this.plans?.originOf(request.toolCallId) ?? {};
    return recordWaiting(this.context, request, { ...waiting, editors });
  }
}

/** Two calls with the same one are the same call. */
const sameness = ({ toolName, input }: Call) => `${toolName}\n${canonicalJson(input)}`;
