import 'server-only';

/** Asks a server's read-only tools what became of a call: for a person who has to resolve it. */

import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { situationOf } from '@/lib/approvals/authority';
import { takeRead } from '@/lib/approvals/take-read';
import { AppError } from '@/lib/errors';
import { advance, openCall } from '@/lib/execution/ledger';
import { sendCall } from '@/lib/execution/send-call';
import type { Caller } from '@/lib/people/caller';
import { haltsAt } from '@/lib/policy/halts';
import { isOffered, isStricter, judge } from '@/lib/policy/policy';
import { type AuthorityRow, findAuthority } from '@/lib/store/authority';
import { BESIDE } from '@/lib/store/calls';
import type { CallOutcome, ConnectedTool, Connections } from '@/lib/tools/types';
import { modelText } from '@/lib/values/call-content';
import { findUnknownCall } from './resolve';
import { checkInput, checksFor } from './unknown-calls';

export interface CheckContext {
  db: Database;
  caller: Caller;
  /** The servers as the person who asks may use them. */
  connections: Connections;
  signal: AbortSignal;
}

/**
 * Calls one of the read-only tools that the card offers, with arguments taken from the call. It is a call like any
 * other, recorded in the ledger.
 * @param name the tool's bare name
 * @throws AppError not_found, bad_request (the card does not offer this tool), forbidden (by the policy), unavailable
 * (it gave no answer)
 */
export async function checkUnknownCall(
  context: CheckContext,
  callId: string,
  name: string,
): Promise<CallOutcome> {
  const { db, caller, connections, signal } = context;
  const row = await findUnknownCall(db, caller, callId);
  const { tools } = await connections.list();
  const input: unknown = JSON.parse(row.input);
  const readable = tools.filter((tool) => isOffered(tool, { mode: 'plan', role: caller.role }));
  const check = checksFor(row, input, readable).find((tool) => tool.name === name);
  if (!check) throw new AppError('bad_request', 'This tool is not among those that can tell of this call.');
  const { chatId, runId } = row;
  const look = async () => {
    const found = await findAuthority(db, chatId, runId);
    if (!found) throw new AppError('not_found', 'The chat is gone. Nothing was asked.');
    return { hash: found.authority.hash, refused: refusalOf(found.authority, caller, check) };
  };
  const { refused } = await look();
  if (refused !== undefined) throw new AppError('forbidden', refused);
  const asked = { toolCallId: BESIDE + randomToken(), step: 0, tool: check, input: checkInput(check, input) };
  const opened = await openCall(db, { caller, chatId, runId }, asked);
  const claimed = await advance(db, opened, 'claimed');
  if (!claimed) throw new AppError('unavailable', 'The question could not be asked. Try again.');
  const taking = takeRead(db, look);
  const ended = await sendCall({
    db,
    connections,
    tool: check,
    input: asked.input,
    row: claimed,
    signal,
    take: taking.take,
    again: taking.take,
    confirmed: false,
    tell: () => {},
  });
  if (taking.refused !== undefined) throw new AppError('forbidden', taking.refused);
  if (ended.status !== 'success') throw new AppError('unavailable', ended.text);
  return {
    isError: false,
    text: modelText(ended.output.content),
    structured: ended.output.structuredContent,
  };
}

/**
 * What the policy denies to everybody, or leaves to other people, cannot be read by a click either; nor can anything be
 * read by a person whom an admin has stopped, in whosever chat.
 * @returns why not; nothing if it may be read
 */
function refusalOf(
  { outside, rules, place, halts: all }: AuthorityRow,
  { role, userId }: Caller,
  check: ConnectedTool,
): string | undefined {
  const theirs = all.filter((halt) => halt.kind === 'person' && halt.userId === userId);
  const halts = [...haltsAt(all, place), ...theirs];
  const situation = situationOf(check, { mode: 'plan', role, outside, rules, halts, takesBack: [] });
  const { effect, reason } = judge(check, situation);
  return isStricter(effect, 'ask') ? `${reason} Nothing was asked.` : undefined;
}
