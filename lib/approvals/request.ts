import 'server-only';
/** Writing down that a call waits: the exact bytes, what they meant when asked, and until when. */
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

/** What of a tool an approval is bound to. */
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
  /** As the card before said it, where no listing of the tool is at hand; `null`: it said nothing of it. */
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
  /** Ids of those who changed the plan of which it is a step: they made it what it is, as those who change its card do. */
  editors?: readonly string[];
}

/** The hash of what the card shows as going; of `null` where there is no preview. What a rehearsal told is made once, and no part of it. */
export function previewHash(preview: CardPreview | null): string {
  if (!preview?.rehearsal) return sha256Hex(canonicalJson(preview));
  const { rehearsal: _told, ...shown } = preview;
  return sha256Hex(canonicalJson(shown));
}

/**
 * Inserts the row of a call that needs a decision, and says so in the ledger.
 * @returns the row, with the times that the database gave it
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

/** No card of a process that does not hold the run any more: the process that takes the run waits for this transaction. */
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

/** What a card that stands in another's place still asks for: a call does not get easier to confirm while it waits. */
interface Before {
  requirement: Requirement;
  critical: boolean;
  holdSeconds?: number | null;
}

/** What a card says of the policy; `before` is the card whose place it takes. */
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

/** By people, until they say otherwise; a mode is switched sooner than that. */
function isDenied({ effect, rule }: Ruling): boolean {
  return effect === 'deny' && (rule === 'override' || rule === 'own');
}

/** Whom a card asks: at least somebody, and what was denied since as before. */
function requirementOf(effect: Effect, before: Requirement): Requirement {
  return effect === 'deny' || effect === 'allow' || isStricter(before, effect) ? before : effect;
}

/** Said of a card that asks for more than the rules do by now. */
const KEPT = 'The rules were made softer meanwhile; what waits stays as strict as it was.';

function isKept({ effect, critical }: Ruling, kept: Before): boolean {
  return effect !== 'deny' && (isStricter(kept.requirement, effect) || (kept.critical && !critical));
}

function isReversible({ server, undo, reversible }: Defined): boolean | null {
  // What this process answers itself changes nothing: of a plan each step is a call of its own.
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
 * A new card in the place of one whose meaning or arguments changed: same call, what it means now, and a time of its
 * own, unless it `keepsTime`: nobody has asked anew. Call it in the transaction that supersedes the old row.
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
