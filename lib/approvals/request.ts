import 'server-only';
/** Records that a call waits: the exact bytes, what they meant when it was asked, and until when. */
import type { Database, Queryable, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import { advanceAll, type Fence } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import type { CardPreview } from '@/lib/plans/plan';
import { type Effect, isStricter, type Requirement } from '@/lib/policy/policy';
import { longestHold, USUAL_OPEN_FOR } from '@/lib/rules/policy-rules';
import { type ApprovalRow, DENIED, insertApproval, type NewApproval } from '@/lib/store/approvals';
import { keepChat } from '@/lib/store/chats';
import { keepRun } from '@/lib/store/runs';
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { storable } from '@/lib/values/text';
import type { Ruling } from './authority';
import { type NotifySettings, notifyAdmins } from './notify';

/** The parts of a tool that an approval is bound to. */
export type Defined = Pick<
  ConnectedTool,
  | 'server'
  | 'serverUrl'
  | 'callsItself'
  | 'name'
  | 'modelName'
  | 'title'
  | 'description'
  | 'trusted'
  | 'risk'
  | 'annotations'
  | 'definitionHash'
  | 'undo'
> & {
  /** As the previous card had it, if no listing of the tool is at hand; `null` if it said nothing. */
  reversible?: boolean | null;
};

/** What the call is and means now. */
interface CurrentCall {
  tool: Defined;
  ruling: Ruling;
  input: unknown;
  preview: CardPreview | null;
}

const hoursOf = ({ openForHours }: Ruling) => openForHours ?? USUAL_OPEN_FOR;

/** A call as the SDK asked about it. */
export interface AskedCall {
  approvalId: string;
  sdkApprovalId: string;
  toolCallId: string;
  runId: string;
  chatId: string;
  tool: ConnectedTool;
  input: unknown;
  ruling: Ruling;
  /**
   * Ids of those who changed the plan of which it is a step: they made it what it is, like those who change its card.
   */
  editors?: readonly string[];
}

/**
 * The hash of the preview on the card; of `null` if there is none. The result of a rehearsal is not part of it, since
 * that is made only once.
 */
export function previewHash(preview: CardPreview | null): string {
  if (!preview?.rehearsal) return sha256Hex(canonicalJson(preview));
  const { rehearsal: _told, ...shown } = preview;
  return sha256Hex(canonicalJson(shown));
}

/**
 * Inserts the row of a call that needs a decision, and updates the ledger.
 * @returns the row, with the times set by the database
 */
export function insertAsk(
  db: Database,
  caller: Caller,
  call: AskedCall,
  preview: CardPreview | null,
  fence: Fence,
  notify?: NotifySettings,
): Promise<ApprovalRow> {
  return db.transaction(async (tx) => {
    await keepChat(tx, call.chatId);
    await assertHeld(tx, fence);
    await advanceAll(tx, call.runId, [call.toolCallId], 'permission_required');
    const initial = { preview, previewHash: previewHash(preview) };
    const row = await insert(tx, caller, call, { kind: 'ask', status: 'pending', ...initial });
    if (notify) await notifyAdmins(tx, caller, row, notify);
    return row;
  });
}

/** Inserts the row of a call that needs no decision but must not overtake one that does. It has no card. */
export function insertHeld(
  db: Database,
  caller: Caller,
  call: AskedCall,
  fence: Fence,
): Promise<ApprovalRow> {
  return db.transaction(async (tx) => {
    await keepChat(tx, call.chatId);
    await assertHeld(tx, fence);
    const initial = { preview: null, previewHash: previewHash(null) };
    return insert(tx, caller, call, { kind: 'held', status: 'held', ...initial });
  });
}

/**
 * Prevents cards from a process that no longer holds the run: the process that takes the run over waits for this
 * transaction.
 */
async function assertHeld(tx: Transaction, { runId, fence }: Fence): Promise<void> {
  const run = await keepRun(tx, runId);
  if (run?.status === 'running' && run.fence === fence) return;
  throw new AppError('conflict', 'This answer was given up meanwhile. Nobody was asked and nothing ran.');
}

type InitialState = Pick<NewApproval, 'kind' | 'status' | 'preview' | 'previewHash'>;

async function insert(
  db: Queryable,
  caller: Caller,
  call: AskedCall,
  initial: InitialState,
): Promise<ApprovalRow> {
  const input = canonicalJson(call.input);
  const { tool } = call;
  return insertApproval(
    db,
    {
      id: call.approvalId,
      teamId: caller.teamId,
      chatId: call.chatId,
      runId: call.runId,
      requestedBy: caller.userId,
      toolCallId: call.toolCallId,
      sdkApprovalId: call.sdkApprovalId,
      ...definitionOf(tool),
      input,
      inputHash: sha256Hex(input),
      editors: [...(call.editors ?? [])],
      ...ruledBy(call.ruling),
      ...initial,
    },
    hoursOf(call.ruling),
  );
}

/**
 * What a replacement card still requires from the previous one: a call does not get easier to confirm while it waits.
 */
interface Before {
  requirement: Requirement;
  critical: boolean;
  holdSeconds?: number | null;
}

/** What a card says about the policy; `before` is the card that it replaces. */
export function ruledBy(ruling: Ruling, before: Before = { requirement: 'ask', critical: false }) {
  const { effect, grantable, policyVersion } = ruling;
  const rule = isDenied(ruling) ? DENIED : ruling.rule;
  const critical = ruling.critical || before.critical;
  const requirement = requirementOf(effect, before.requirement);
  const reason = isKept(ruling, { requirement, critical }) ? KEPT : ruling.reason;
  const holdSeconds = longestHold([ruling, { holdSeconds: before.holdSeconds ?? null }]);
  return {
    requirement,
    rule,
    reason,
    critical,
    grantable: grantable && !critical,
    holdSeconds,
    policyVersion,
  };
}

/** Denied by people, until they decide otherwise; a mode is switched sooner than that. */
function isDenied({ effect, rule }: Ruling): boolean {
  return effect === 'deny' && (rule === 'override' || rule === 'own');
}

/** Who has to confirm: at least somebody; if it has been denied since, as before. */
function requirementOf(effect: Effect, before: Requirement): Requirement {
  return effect === 'deny' || effect === 'allow' || isStricter(before, effect) ? before : effect;
}

/** For a card that requires more than the present rules do. */
const KEPT = 'The rules were made softer meanwhile; what waits stays as strict as it was.';

function isKept({ effect, critical }: Ruling, kept: Before): boolean {
  return effect !== 'deny' && (isStricter(kept.requirement, effect) || (kept.critical && !critical));
}

function isReversible({ server, undo, reversible }: Defined): boolean | null {
  // What this process answers itself changes nothing: each step of a plan is a call of its own.
  if (server === BUILT_IN_SERVER) return null;
  return reversible === undefined ? undo !== undefined : reversible;
}

function definitionOf(tool: Defined) {
  return {
    server: tool.server,
    serverUrl: tool.serverUrl,
    callsItself: tool.callsItself ?? null,
    tool: tool.name,
    modelTool: tool.modelName,
    title: storable(tool.title),
    description: storable(tool.description),
    trusted: tool.trusted,
    risk: tool.risk,
    annotations: { ...tool.annotations },
    definitionHash: tool.definitionHash,
    reversible: isReversible(tool),
  };
}

/**
 * A new card replacing one whose meaning or arguments changed: the same call with its present meaning, and a new
 * expiry, unless it `keepsTime` because nobody has asked anew. To be called in the transaction that supersedes the old
 * row.
 */
export async function insertReplacement(
  tx: Transaction,
  old: ApprovalRow,
  id: string,
  { tool, ruling, input, preview }: CurrentCall,
  keepsTime = false,
): Promise<ApprovalRow> {
  const canonical = canonicalJson(input);
  const fresh = {
    ...old,
    ...definitionOf(tool),
    id,
    input: canonical,
    inputHash: sha256Hex(canonical),
    ...ruledBy(ruling, old),
    preview,
    previewHash: previewHash(preview),
    status: 'pending',
    requestedAt: undefined,
    decidedAt: null,
    decidedBy: null,
    decidedSession: null,
    decisionReason: null,
    claimedAt: null,
    holdUntil: null,
  } as const;
  return insertApproval(tx, fresh, hoursOf(ruling), keepsTime ? old.id : undefined);
}
