import 'server-only';
/** What approvals and calls come to, written where it is kept: in the run's message and in the chat's number. */
import type { UIMessage } from 'ai';
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { callsOfRun } from '@/lib/execution/ledger';
import { applyLedger } from './ledger-parts';

const { chats, messages, runs } = schema;

type Parts = UIMessage['parts'];

/** Tells the run's calls in its stored message as the ledger has them now. A run without a message has nothing to tell. */
export async function retell(tx: Transaction, runId: string): Promise<void> {
  const rows = await callsOfRun(tx, runId);
  await rewrite(tx, runId, (parts) => applyLedger(parts, rows));
}

/** An answer that goes on has not ended: that it was stopped, or failed, must not stand in the middle of it. */
export async function forgetEnd(tx: Transaction, runId: string): Promise<void> {
  await rewrite(tx, runId, (parts) => parts.filter((part) => !tellsOfEnd(part)));
}

function tellsOfEnd(part: Parts[number]): boolean {
  if (part.type === 'data-run-error') return true;
  return part.type === 'data-notice' && Object(part.data).isEnd === true;
}

async function rewrite(tx: Transaction, runId: string, change: (parts: Parts) => Parts): Promise<void> {
  const [found] = await tx
    .select({ chatId: messages.chatId, id: messages.id, parts: messages.parts })
    .from(runs)
    .innerJoin(messages, and(eq(messages.chatId, runs.chatId), eq(messages.id, runs.messageId)))
    .where(eq(runs.id, runId));
  if (!found) return;
  const parts = change(found.parts as Parts);
  const { chatId, id } = found;
  await tx
    .update(messages)
    .set({ parts })
    .where(and(eq(messages.chatId, chatId), eq(messages.id, id)));
}

/** The chat has something new: open tabs know by its number that they are behind. */
export async function countChange(tx: Transaction, chatId: string): Promise<void> {
  await tx
    .update(chats)
    .set({ rev: sql`${chats.rev} + 1` })
    .where(eq(chats.id, chatId));
}
