import 'server-only';
/**
 * Whether a call may be sent, checked right before: by the rules of this moment, and by what was decided. The statement
 * that claims it compares once more what it was judged by.
 */
import type { Transaction } from '@/db/client';
import { judgeNow, type Ruling, readAuthority } from '@/lib/approvals/authority';
import { claim, claimAndDispatch, claimByGrant, type Unasked } from '@/lib/approvals/claim';
import { assertConfirmersStand } from '@/lib/approvals/hold';
import { shownNow } from '@/lib/approvals/readable';
import { previewHash } from '@/lib/approvals/request';
import { isSameTool } from '@/lib/execution/call-rows';
import { advance, type CallRow } from '@/lib/execution/ledger';
import type { ApprovalRow } from '@/lib/store/approvals';
import { authorityUnchanged } from '@/lib/store/authority';
import { type CallIdentity, findPermission } from '@/lib/store/claims';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool } from '@/lib/tools/types';
import { showsTheSame } from '@/lib/unknowns/may-rerun';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { isBuiltIn } from '../built-in';
import type { TurnContext } from '../turn-context';
import type { Execution, Taking } from './execution';
import { isFresh, type Looked } from './looked';
import { assertAsksNoMore, assertPermits, assertUnasked } from './still-permits';

const USED_UP = 'What was allowed ahead does not hold any more. Nothing ran; call again to ask.';
const OTHER_TOOL = 'The tool has changed since this call was made. Nothing ran.';
const OTHER_INPUT = 'This call was judged with other arguments. Nothing ran; call again.';

/** Its mode and role at this moment let it run without asking. */
export async function assertAllowed(execution: Execution, row: CallRow): Promise<void> {
  const verdict = await verdictOf(execution, row);
  if (verdict.effect !== 'allow') throw new Error(`${verdict.reason} Nothing ran.`);
}

/**
 * @param tx in which the call is claimed: there is no time to ask a server anything
 * @param isGranted this process has just spent a grant on it, which may have been its last use
 * @throws if the tool is not what it was when the answer began
 */
async function verdictOf(
  { context, gate, tool }: Execution,
  row: CallRow,
  tx?: Transaction,
  isGranted = false,
) {
  const { db, chatId, caller, fence } = context;
  const authority = await readAuthority(tx ?? db, chatId, caller, fence, row.step);
  const { servers } = gate;
  const version = authority.serversVersion;
  const changed = tx ? servers.changeSinceLook(tool, version) : await servers.changeOf(tool, version);
  if (changed) throw new Error(changed);
  const input: unknown = JSON.parse(row.input);
  const coverage = gate.plans?.coverageOf(row.toolCallId, tool, input, authority);
  const ruling = judgeNow(tool, input, authority, isGranted, coverage);
  return { ...ruling, authorityHash: authority.hash, serversVersion: version };
}

/**
 * How a call whose answer was lost is sent again: only if it would run without asking, and nothing has changed during
 * that check.
 */
export const onceMore = (execution: Execution) => whileItWaited(execution, assertUnasked);

/** Before more of a call is sent, whose server has asked for something. Throws why it may not run any more. */
export async function assertStillMay(execution: Execution, row: CallRow): Promise<void> {
  const verdict = await verdictOf(execution, row, undefined, row.grantId !== null);
  const permission = execution.gate.cardOf(row.toolCallId);
  if (row.round > 1) assertAsksNoMore(verdict);
  else if (permission) assertPermits(verdict, permission);
  else assertUnasked(verdict);
}

/**
 * Finds out whether the call may be sent.
 * @throws why it may not run
 */
export async function permitted(execution: Execution, row: CallRow): Promise<Taking> {
  const { gate, toolCallId, input } = execution;
  if (sha256Hex(canonicalJson(input)) !== row.inputHash) throw new Error(OTHER_INPUT);
  await gate.plans?.look(toolCallId, execution.tool, input);
  if (!gate.cardOf(toolCallId) && row.round === 1) return unasked(execution, row);
  const looked = lookedAt(execution, row);
  if (looked) return { row, take: await byLook(execution, looked) };
  return byPermission(execution, row);
}

/** Checks everything again, and claims the call by what was decided. */
async function byPermission(
  execution: Execution,
  row: CallRow,
): Promise<Taking & Required<Pick<Taking, 'take'>>> {
  const [present, permission] = await Promise.all([
    presentTool(execution),
    findPermission(execution.context.db, row),
  ]);
  if (row.round > 1) return anotherRound(execution, row, present);
  if (!permission) throw new Error('This call was not confirmed, or was used already. Nothing ran.');
  const call = await callAsOf(execution, permission, present);
  const taken = await takePermission(execution, row, permission, call);
  const check = async (ruling: Ruling) => {
    await assertConfirmersStand(execution.context.db, permission);
    assertPermits(ruling, permission);
  };
  return { row: taken, take: whileItWaited(execution, check) };
}

/**
 * How a call is sent that was claimed before its server had a free slot: it may have waited minutes for that.
 * @param check throws what stands against it by now
 */
function whileItWaited(
  execution: Execution,
  check: (ruling: Ruling) => void | Promise<void>,
): NonNullable<Taking['take']> {
  const { context, gate, tool } = execution;
  const { db, fence, hearing } = context;
  const at = performance.now();
  return async (row) => {
    if (!isFresh({ at })) await gate.plans?.look(row.toolCallId, tool, execution.input);
    const ruling = await verdictOf(execution, row, undefined, row.grantId !== null);
    await check(ruling);
    const isAsLooked = isFresh({ at }) && gate.servers.isSame(tool, ruling.serversVersion);
    if (!isAsLooked && !isSameTool(await presentTool(execution), row)) throw new Error(OTHER_TOOL);
    const isSame = authorityUnchanged(ruling.authorityHash, row);
    const sent = await advance(db, row, 'dispatched', {}, fence, isSame);
    if (sent) return sent;
    await hearing?.assertHeard();
    throw new Error('What lets this call run has changed while it waited for its server. Nothing ran.');
  };
}

/** What the decision that let this run continue has just looked at, if it was about this very call. */
function lookedAt({ context, gate, toolCallId }: Execution, row: CallRow): Looked | undefined {
  const { looked } = context;
  if (!looked || row.status !== 'approved' || row.round > 1) return undefined;
  // A companion of another server was asked after that, and took its time: the server may declare something else by
  // now.
  const asks = looked.tool.preview !== undefined || looked.tool.record !== undefined;
  if (asks && looked.tool.server !== OWN_SERVER) return undefined;
  const isIt = gate.cardOf(toolCallId)?.id === looked.permission.id;
  return isIt && isFresh(looked) && gate.servers.isSame(looked.tool, looked.serversVersion)
    ? looked
    : undefined;
}

/** Claims it as it was decided, if nothing has changed since; otherwise everything is checked again. */
async function byLook(
  execution: Execution,
  { permission, tool, authorityHash }: Looked,
): Promise<Taking['take']> {
  const { db, fence } = execution.context;
  const call = await callAsOf(execution, permission, tool);
  return async (row) => {
    // It may have waited for a slot at its server since it was looked at.
    const taken = lookedAt(execution, row) && (await claimAndDispatch(db, row, call, fence, authorityHash));
    if (taken) return taken;
    await execution.context.hearing?.assertHeard();
    const again = await byPermission(execution, row);
    return again.take(again.row);
  };
}

/**
 * By the rules of this very moment, in the transaction that claims the call: they may have changed since it was
 * decided.
 * @returns by what a call runs that was merely held
 */
async function judgeAgain(
  execution: Execution,
  row: CallRow,
  permission: ApprovalRow,
  tx: Transaction,
): Promise<Unasked | undefined> {
  await assertConfirmersStand(tx, permission);
  return assertPermits(await verdictOf(execution, row, tx), permission);
}

/** Nobody had to be asked: it was allowed ahead, perhaps only so many times, or it needs no permission. */
async function unasked(execution: Execution, row: CallRow): Promise<Taking> {
  const { context, gate, tool, toolCallId } = execution;
  const judged = gate.letThrough(toolCallId);
  const isSame = judged !== undefined && gate.servers.isSame(tool, judged.serversVersion);
  const verdict = isSame ? judged : await verdictOf(execution, row);
  assertUnasked(verdict);
  if (!isSameTool(tool, row)) throw new Error(OTHER_TOOL);
  // It is claimed and marked as sent in one step. A process that died may have claimed it.
  const take = whileItWaited(execution, assertUnasked);
  if (row.status === 'claimed' && row.decidedBy !== null) return { row, take };
  if (verdict.grantId) return { row: await takeGrant(context, row, verdict.grantId), take };
  const confirmed = verdict.rule === 'planned' ? ({ confirmed: true } as const) : {};
  const at = performance.now();
  return { row, ...confirmed, take: (now) => takeFree(execution, now, { ...verdict, at }) };
}

async function takeGrant(context: TurnContext, row: CallRow, grantId: string): Promise<CallRow> {
  const claimed = await claimByGrant(context.db, row, grantId, context.fence);
  if (!claimed) await context.hearing?.assertHeard();
  if (!claimed) throw new Error(USED_UP);
  return claimed;
}

/**
 * Marks it as sent if everything it was judged by is unchanged; otherwise it is judged again.
 * @param judged with its time, since the hash does not cover who confirmed a plan
 */
async function takeFree(
  execution: Execution,
  row: CallRow,
  judged: Pick<Ruling, 'rule'> & { authorityHash: string; at: number },
): Promise<CallRow | undefined> {
  const { rule, authorityHash } = judged;
  const { context, gate } = execution;
  const { db, fence } = context;
  // A step of a plan was decided by the person who confirmed the plan.
  const noted = {
    rule,
    ...(rule === 'planned' && { decidedBy: gate.plans?.originOf(row.toolCallId)?.decidedBy ?? null }),
  };
  const path = row.status === 'claimed' ? (['dispatched'] as const) : (['claimed', 'dispatched'] as const);
  const asJudged = () => advance(db, row, path, noted, fence, authorityUnchanged(authorityHash, row));
  const taken = rule !== 'planned' || isFresh(judged) ? await asJudged() : undefined;
  if (taken) return taken;
  await context.hearing?.assertHeard();
  await gate.plans?.look(row.toolCallId, execution.tool, execution.input);
  const again = await verdictOf(execution, row);
  assertUnasked(again);
  if ((again.rule === 'planned') !== (rule === 'planned')) throw new Error(OTHER_INPUT);
  if (again.grantId)
    return advance(db, await takeGrant(context, row, again.grantId), 'dispatched', {}, fence);
  const now = { ...noted, rule: again.rule };
  return advance(db, row, path, now, fence, authorityUnchanged(again.authorityHash, row));
}

async function takePermission(
  execution: Execution,
  row: CallRow,
  permission: ApprovalRow,
  call: CallIdentity,
): Promise<CallRow> {
  const { context } = execution;
  const judge = (tx: Transaction) => judgeAgain(execution, row, permission, tx);
  await context.hearing?.assertHeard();
  const claimed = await claim(context.db, row, call, context.fence, judge);
  if (claimed) return claimed;
  await context.hearing?.assertHeard();
  throw new Error(
    'What this call would do has changed since it was confirmed, or it ran already. Nothing ran.',
  );
}

/** The call as it would be now, with its preview. */
async function callAsOf(
  { context, gate, input }: Execution,
  { kind }: Pick<ApprovalRow, 'kind'>,
  present: ConnectedTool,
): Promise<CallIdentity> {
  const look = () => gate.plans?.previewOf(present, input) ?? shownNow(context, present, input);
  const preview = kind === 'ask' ? await look() : null;
  return {
    server: present.server,
    serverUrl: present.serverUrl,
    callsItself: present.callsItself ?? null,
    trusted: present.trusted,
    inputHash: sha256Hex(canonicalJson(input)),
    definitionHash: present.definitionHash,
    previewHash: previewHash(preview),
  };
}

/** A person found that the call did not happen and had it run again: the same call, of the same tool. */
async function anotherRound(
  execution: Execution,
  row: CallRow,
  present: ConnectedTool,
): Promise<Taking & Required<Pick<Taking, 'take'>>> {
  const { db, fence } = execution.context;
  const look = () => shownNow(execution.context, present, JSON.parse(row.input));
  const isSame = isSameTool(present, row) && (await showsTheSame(db, row, look));
  if (!isSame) throw new Error('What this call would do has changed since this was decided. Nothing ran.');
  assertAsksNoMore(await verdictOf(execution, row));
  const claimed = row.status === 'claimed' ? row : ours(await advance(db, row, 'claimed', {}, fence));
  return { row: claimed, take: whileItWaited(execution, assertAsksNoMore) };
}

function ours(claimed: CallRow | undefined): CallRow {
  if (!claimed) throw new Error('This call was taken by another process. Nothing ran here.');
  return claimed;
}

/** The tool as its server declares it now. */
async function presentTool({ gate, tool }: Execution): Promise<ConnectedTool> {
  const present = isBuiltIn(tool) ? tool : await gate.servers.present(tool);
  if (!present) throw new Error('The tool is not there any more. Nothing ran.');
  return present;
}
