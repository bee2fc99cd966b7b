import 'server-only';
/** What a waiting call is and means right now: looked up again before anything is decided about it. */
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError, isAppError } from '@/lib/errors';
import { toolOfCall } from '@/lib/execution/call-rows';
import { type Edited, noteMeaning } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import type { Coverage } from '@/lib/plans/coverage';
import { type CardPreview, stepOfCallId } from '@/lib/plans/plan';
import { isPlan, PLAN_TOOL } from '@/lib/plans/plan-tool';
import { haltOf, haltReason } from '@/lib/policy/halts';
import { isStricter } from '@/lib/policy/policy';
import { type ApprovalRow, markReplaced } from '@/lib/store/approvals';
import { findCallById } from '@/lib/store/calls';
import { countChange } from '@/lib/store/chats';
import { isConnectionError } from '@/lib/tools/connection-error';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { type Authority, type CardAuthority, judgeNow, type Ruling, readCardAuthority } from './authority';
import { type NotifySettings, notifyAdmins } from './notify';
import { lookAtPlanAgain, planTool } from './plans/show-plan';
import { type Reading, shownOf } from './readable';
import { withRehearsal } from './rehearsals/rehearse';
import { type Defined, insertReplacement, previewHash } from './request';
import { stoppedPerson } from './rights';

export interface LookContext {
  db: Database;
  /** The servers as the person who asked may use them. */
  connectionsFor: (requester: Caller) => Connections;
  signal: AbortSignal;
  /** How admins are told that something waits for them; absent: on the page only. */
  notify?: NotifySettings | undefined;
}

/** For a call that an admin has stopped. */
const WAITS = 'Nothing ran; it waits until that is lifted, or cancel it.';

const GONE = 'The person who asked is no longer in the team.';

/** What a card says. */
export interface Meaning {
  requester: Caller;
  /** The policy's present ruling. */
  ruling: Ruling;
  tool: Defined;
  input: unknown;
  preview: CardPreview | null;
}

export interface Present extends Meaning {
  authority: Authority;
  tool: ConnectedTool;
  /** The version of the team's servers that the tool was compared with. */
  serversVersion: number;
  /** When it was looked up, by this process's clock. */
  at: number;
}

/**
 * What the call is and means right now.
 * @param reading the authority of the call, if that is being read already
 * @param edited returns the arguments that replace the row's, once the tool is known
 * @throws AppError conflict, unavailable; whatever `edited` throws
 */
export async function lookAgain(
  context: LookContext,
  row: ApprovalRow,
  edited?: (tool: ConnectedTool) => Record<string, unknown>,
  reading: Promise<CardAuthority | undefined> = readCardAuthority(context.db, row.id),
): Promise<Present> {
  const read = await reading;
  if (!read) throw new AppError('conflict', GONE);
  const { requester, authority } = read;
  const halt = isPlan(row) ? undefined : haltOf(authority.halts, { ...row, name: row.tool });
  // A halt also means that the server is not asked anything.
  if (halt) throw new AppError('conflict', `${haltReason(halt)} ${WAITS}`);
  const connections = context.connectionsFor(requester);
  const at = performance.now();
  if (isPlan(row)) return presentPlan(context, row, { ...read, at }, edited);
  const listing = await connections.list({
    fresh: row.server,
    asOf: authority.serversVersion,
    // It was let ask as what it is.
    forPages: true,
    forOrders: true,
  });
  const listed = listing.tools.find((one) => one.server === row.server && one.name === row.tool);
  if (!listed) {
    throw new AppError(
      'unavailable',
      `The tool ${row.tool} of ${row.server} is not there now. Nothing ran; try again or cancel.`,
    );
  }
  // Nobody has classified a call with other arguments: the tool counts as it is declared.
  const input: unknown = edited ? edited(listed) : JSON.parse(row.input);
  const tool = edited ? listed : toolOfCall(listed, row);
  try {
    const preview = await shownOf({ ...nowOf(context, row), connections, authority }, tool, input);
    const ruling = judgeNow(tool, input, authority, false, await stepOfPlan(context, row));
    const { serversVersion = authority.serversVersion } = listing;
    return { requester, ruling, authority, tool, input, preview, serversVersion, at };
  } catch (error) {
    throw untold(error);
  }
}

/** A step that asks separately does so in every mode in which its plan was confirmed. */
async function stepOfPlan(
  { db }: LookContext,
  { runId, toolCallId }: ApprovalRow,
): Promise<Coverage | undefined> {
  const at = stepOfCallId(toolCallId);
  const plan = at && (await findCallById(db, at.planCallId));
  const isBegun = plan?.runId === runId && isPlan(plan) && plan.status === 'success';
  return isBegun ? { apart: '' } : undefined;
}

/** What its card is read by at the moment of reading. */
function nowOf({ db, signal }: LookContext, { id }: ApprovalRow): Pick<Reading, 'signal' | 'now'> {
  const now = async () => {
    const read = await readCardAuthority(db, id);
    if (!read) throw new AppError('conflict', GONE);
    return read.authority;
  };
  return { signal, now };
}

/** A plan is looked up step by step. */
async function presentPlan(
  context: LookContext,
  row: ApprovalRow,
  { requester, authority, at }: CardAuthority & { at: number },
  edited?: (tool: ConnectedTool) => Record<string, unknown>,
): Promise<Present> {
  const input: unknown = edited ? edited(PLAN_TOOL) : JSON.parse(row.input);
  const connections = context.connectionsFor(requester);
  try {
    const looked = await lookAtPlanAgain({ ...nowOf(context, row), connections, authority }, input);
    const { ruling, preview, serversVersion } = looked;
    return { requester, authority, input, at, tool: planTool(looked), ruling, preview, serversVersion };
  } catch (error) {
    if (!isAppError(error)) throw untold(error);
    if (edited) throw error;
    throw new AppError('conflict', `${error.message} Nothing ran; take that step out, or cancel.`);
  }
}

function untold(error: unknown): AppError {
  const why = error instanceof Error ? error.message : 'no answer';
  if (isConnectionError(error) && error.delivery === 'answered') {
    return new AppError('conflict', `${why} Nothing ran; cancel, or ask for something else.`);
  }
  return new AppError(
    'unavailable',
    `What would go cannot be told now: ${why} Nothing ran; try again or cancel.`,
  );
}

/**
 * Refuses a confirmation after which nothing would run now, and one by a person for whom everything is stopped; the
 * card stays.
 * @param caller who confirms, or changes what waits
 */
export function refuseWhatWouldNotRun({ ruling, authority }: Present, caller: Caller): void {
  if (authority.haltedPeople.includes(caller.userId)) {
    throw stoppedPerson();
  }
  if (ruling.effect !== 'deny') return;
  const remedy = ruling.rule === 'plan' ? 'switch the mode to confirm this, or cancel' : 'cancel it';
  throw new AppError('conflict', `${ruling.reason} Nothing ran; ${remedy}.`);
}

/** Whether the card showed something else, or required less, than what counts now. */
export function differs(row: ApprovalRow, { ruling, tool, preview }: Present): boolean {
  const asksMore = ruling.effect !== 'deny' && isStricter(ruling.effect, row.requirement);
  return (
    asksMore ||
    (ruling.critical && !row.critical) ||
    row.definitionHash !== tool.definitionHash ||
    row.serverUrl !== tool.serverUrl ||
    row.callsItself !== (tool.callsItself ?? null) ||
    row.trusted !== tool.trusted ||
    row.inputHash !== sha256Hex(row.input) ||
    row.previewHash !== previewHash(preview)
  );
}

/**
 * The same with the result of its rehearsal: taken from the previous card if that rehearsed the same, otherwise made
 * anew.
 */
export async function withItsRehearsal(
  { db, connectionsFor, signal }: LookContext,
  row: ApprovalRow,
  present: Present,
): Promise<Present> {
  const { requester, tool, input, ruling, preview, authority } = present;
  const told = (row.preview as CardPreview | null)?.rehearsal;
  const isSame =
    row.definitionHash === tool.definitionHash &&
    row.input === canonicalJson(input) &&
    row.previewHash === previewHash(preview);
  if (told && preview && isSame) return { ...present, preview: { ...preview, rehearsal: told } };
  const { chatId, runId } = row;
  const place = { db, caller: requester, chatId, runId, connections: connectionsFor(requester), signal };
  const call = { tool, input, ruling, mode: authority.mode, preview };
  return { ...present, preview: await withRehearsal(place, call) };
}

/** A person's change of the arguments. */
export interface Edit {
  edited: Edited;
  /** SHA-256 (hex) of the token of the session in which it is done, for the record. */
  session: string | null;
}

/**
 * Supersedes a pending card and inserts one with the present meaning in its place; the chat is locked. Its time starts
 * again, unless it `keepsTime`.
 * @returns the new card's id; nothing if the old one is no longer pending
 */
export async function replaceCard(
  tx: Transaction,
  row: ApprovalRow,
  present: Meaning,
  notify: NotifySettings | undefined,
  { edit, keepsTime }: { edit?: Edit | undefined; keepsTime?: true } = {},
): Promise<string | undefined> {
  const editor = edit?.edited.by.id;
  const by = { decidedBy: editor ?? null, decidedSession: edit?.session ?? null };
  if (!(await markReplaced(tx, row.id, by))) return undefined;
  const id = randomToken();
  const edited = edit?.edited ?? row.edited;
  const editors = editor ? [...new Set([...row.editors, editor])] : row.editors;
  const fresh = await insertReplacement(tx, { ...row, edited, editors }, id, present, keepsTime);
  if (notify) await notifyAdmins(tx, present.requester, fresh, notify);
  const isOther = fresh.definitionHash !== row.definitionHash || fresh.inputHash !== row.inputHash;
  await noteMeaning(tx, row, { tool: present.tool, input: present.input, edited, isOther });
  await countChange(tx, row.chatId);
  return id;
}
