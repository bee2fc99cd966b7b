import 'server-only';
import type { UIMessage } from 'ai';
/**
 * A person's message arrives: one transaction that locks the chat, withdraws what still waits, stores the
 * message and claims the run that will answer it.
 */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Database, rowsOf, type Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { supersedeCalls } from '@/lib/approvals/call-parts';
import { lockChat } from '@/lib/approvals/settle';
import type { Caller } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';
import { storable } from '@/lib/text';
import type { AmberMessage } from './chat-view';
import { keepFinishedSteps } from './message-parts';
import { owner } from './owner';

const { approvals, chats, messages, runs } = schema;

/** Runs that one person may have going at once. */
const MAX_RUNS_PER_USER = 100;
const WITHDRAWN = 'Withdrawn: the person sent a new message instead of deciding. Nothing ran.';

export interface NewMessage {
  id: string;
  text: string;
}

export type RunRow = typeof runs.$inferSelect;

/**
 * Stores the message and claims the run. The same id again goes on with the chat's last message when its run
 * failed; executed calls are kept.
 * @throws AppError not_found, forbidden, conflict (a run goes on, the id is taken), too_many_requests
 */
export async function beginRun(
  db: Database,
  caller: Caller,
  chatId: string,
  message: NewMessage,
): Promise<RunRow> {
  return db.transaction(async (tx) => {
    const chat = await openChat(tx, caller, chatId);
    const [latest] = await tx
      .select()
      .from(runs)
      .where(eq(runs.chatId, chatId))
      .orderBy(desc(runs.createdAt), desc(runs.id))
      .limit(1);
    if (latest?.status === 'running') {
      throw new AppError(
        'conflict',
        'An answer is still being written in this chat. Stop it or wait for it.',
      );
    }
    const [taken] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.chatId, chatId), eq(messages.id, message.id)));
    if (taken) return retry(tx, latest, message.id);
    await refuseTooMany(tx, caller);
    if (latest?.status === 'waiting') await withdraw(tx, latest);
    await tx.insert(messages).values({
      chatId,
      id: message.id,
      role: 'user',
      parts: [{ type: 'text', text: message.text }],
    });
    const untitled = chat.rev === 0;
    await tx
      .update(chats)
      .set({
        rev: sql`${chats.rev} + 1`,
        updatedAt: sql`now()`,
        ...(untitled && chat.title === NEW_CHAT ? { title: titleOf(message.text) } : {}),
      })
      .where(eq(chats.id, chatId));
    return insertRun(tx, chatId, message.id, randomToken());
  });
}

/** The title of a chat until its first message gives it one. */
export const NEW_CHAT = 'New chat';

/** A chat's title from its first message: its first line, at most 60 characters. */
export function titleOf(text: string): string {
  const line = storable(text).trim().split('\n')[0]?.replaceAll(/\s+/g, ' ') ?? '';
  const characters = [...line];
  const title = characters.length > 60 ? `${characters.slice(0, 59).join('').trimEnd()}\u2026` : line;
  return title || NEW_CHAT;
}

async function openChat(tx: Transaction, caller: Caller, chatId: string) {
  await lockChat(tx, chatId);
  const [chat] = await tx.select().from(chats).where(eq(chats.id, chatId));
  if (!chat || chat.deletedAt || chat.teamId !== caller.teamId) throw notFound();
  if (chat.userId === caller.userId) return chat;
  if (caller.role === 'admin' && (await hasApproval(tx, chatId))) {
    throw new AppError('forbidden', 'Only its owner writes in this chat.');
  }
  throw notFound();
}

const notFound = () => new AppError('not_found', 'There is no such chat.');

async function hasApproval(tx: Transaction, chatId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(eq(approvals.chatId, chatId))
    .limit(1);
  return rows.length > 0;
}

async function refuseTooMany(tx: Transaction, caller: Caller): Promise<void> {
  const [row] = await rowsOf<{ count: number | string }>(
    tx,
    sql`select count(*) as count from ${runs} join ${chats} on ${chats.id} = ${runs.chatId}
      where ${runs.status} = 'running' and ${chats.userId} = ${caller.userId}`,
  );
  if (Number(row?.count ?? 0) >= MAX_RUNS_PER_USER) {
    throw new AppError(
      'too_many_requests',
      'Too many answers are being written at once. Wait for some to end.',
    );
  }
}

/** A new message takes back whatever still waits, and what was confirmed but has not been taken to run. */
async function withdraw(tx: Transaction, run: RunRow): Promise<void> {
  await supersedeApprovals(tx, run.id, WITHDRAWN);
  await tx.update(runs).set({ status: 'superseded', endedAt: sql`now()` }).where(eq(runs.id, run.id));
  const ofMessage = and(eq(messages.chatId, run.chatId), eq(messages.id, run.messageId));
  const [message] = await tx.select({ parts: messages.parts }).from(messages).where(ofMessage);
  if (!message) return;
  const parts = supersedeCalls(message.parts as UIMessage['parts'], WITHDRAWN);
  await tx.update(messages).set({ parts }).where(ofMessage);
}

/** Supersedes the run's approvals that have not been taken to run. */
export async function supersedeApprovals(tx: Transaction, runId: string, why: string): Promise<void> {
  await tx
    .update(approvals)
    .set({ status: 'superseded', decisionReason: why })
    .where(
      and(
        eq(approvals.runId, runId),
        inArray(approvals.status, ['pending', 'confirmed', 'held', 'released']),
        sql`${approvals.claimedAt} is null`,
      ),
    );
}

/** Goes on with a failed run's message: finished steps stay, the broken rest is cut. */
async function retry(tx: Transaction, latest: RunRow | undefined, messageId: string): Promise<RunRow> {
  if (latest?.userMessageId !== messageId || latest.status !== 'failed') {
    throw new AppError(
      'conflict',
      'A message with this id is in the chat already. Send a new one with an id of its own.',
    );
  }
  const ofMessage = and(eq(messages.chatId, latest.chatId), eq(messages.id, latest.messageId));
  const [answer] = await tx.select({ parts: messages.parts }).from(messages).where(ofMessage);
  if (answer) {
    const parts = keepFinishedSteps(answer.parts as AmberMessage['parts']);
    if (parts.length > 0) await tx.update(messages).set({ parts }).where(ofMessage);
    else await tx.delete(messages).where(ofMessage);
  }
  await tx
    .update(chats)
    .set({ rev: sql`${chats.rev} + 1` })
    .where(eq(chats.id, latest.chatId));
  return insertRun(tx, latest.chatId, messageId, latest.messageId);
}

async function insertRun(
  tx: Transaction,
  chatId: string,
  userMessageId: string,
  messageId: string,
): Promise<RunRow> {
  const [run] = await tx
    .insert(runs)
    .values({ id: randomToken(), chatId, userMessageId, messageId, status: 'running', owner })
    .returning();
  if (!run) throw new Error('The run was not stored.');
  return run;
}
