/**
 * What the current code shows of a chat in a database: the only place where the test of the generated histories touches
 * the code under test. If reading moves elsewhere, this file has to follow; the fixture stays.
 */
import { and, eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { modelHistory } from '@/lib/agent/history';
import { readInbox } from '@/lib/inbox/read-inbox';
import type { Caller } from '@/lib/people/caller';
import { beginRun } from '@/lib/runs/begin';
import { openingChunks } from '@/lib/runs/follow/opening-chunks';
import { readChat } from '@/lib/runs/read-chats';
import { drafts, type ReadMessage, readHistory } from '@/lib/runs/read-messages';
import { findCaller } from '@/lib/store/people';

const { chats, members, runs } = schema;

/** Of one chat; everything as JSON. */
export interface Shown {
  /**
   * The answer of `GET /api/chat/ID`, with which the page begins, by the reader's id: the owner and another admin;
   * null: they cannot see it.
   */
  views: Record<string, unknown>;
  /** The beginning of the stream of its last answer, in a tab opened now. */
  stream: unknown;
  /** What the model would read if an answer continued now. */
  history: unknown;
  /**
   * What a model with vision would read after one more message, which withdraws pending cards. Null: the message would
   * be queued.
   */
  nextTurn: unknown;
}

export async function shownByToday(db: Database, chatId: string): Promise<Shown> {
  const { owner, readers } = await peopleOf(db, chatId);
  const views: Shown['views'] = {};
  for (const reader of readers) views[reader.userId] = withoutPage(await readChat(db, reader, chatId));
  const messages = await readHistory(db, chatId);
  return asJson({
    views,
    stream: await streamOf(db, owner, chatId, messages),
    history: await modelHistory(drafts(messages)),
    nextTurn: await nextTurn(db, owner, chatId),
  });
}

/** Without the fields about the page of messages, which did not exist then. */
function withoutPage(view: Awaited<ReturnType<typeof readChat>>): unknown {
  if (!view) return null;
  const { next: _older, waitsIn: _where, ...rest } = view;
  return rest;
}

/** Every card that has ever been in the team's inbox, and every unknown call that is in it now, under its chat. */
export async function inboxOfToday(db: Database, chatId: string): Promise<Record<string, unknown[]>> {
  const { readers } = await peopleOf(db, chatId);
  const admin = readers.find(({ role }) => role === 'admin');
  if (!admin) throw new Error('The team has no admin.');
  const told: Record<string, unknown[]> = {};
  const add = (of: string, what: unknown) => {
    told[of] = [...(told[of] ?? []), asJson(what)];
  };
  for (const status of ['pending', 'decided'] as const) {
    let cursor: string | undefined;
    do {
      const page = await readInbox(db, admin, { status, cursor, order: 'oldest' });
      for (const card of page.approvals) add(card.chatId, card);
      if (cursor === undefined)
        for (const unknownCall of page.unknownCalls) add(unknownCall.chatId, unknownCall);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
  return told;
}

async function peopleOf(db: Database, chatId: string): Promise<{ owner: Caller; readers: Caller[] }> {
  const [chat] = await db.select().from(chats).where(eq(chats.id, chatId));
  const rows = await db
    .select({ id: members.userId, role: members.role })
    .from(members)
    .where(eq(members.teamId, chat?.teamId ?? ''))
    .orderBy(members.userId);
  const other = rows.find(({ id, role }) => role === 'admin' && id !== chat?.userId);
  const ids = [...(chat ? [chat.userId] : []), ...(other ? [other.id] : [])];
  const found = await Promise.all(ids.map((id) => findCaller(db, id)));
  const readers = found.filter((reader) => reader !== null && reader !== undefined);
  const owner = readers.find(({ userId }) => userId === chat?.userId);
  if (!owner) throw new Error('The chat has no owner.');
  return { owner, readers };
}

async function streamOf(db: Database, owner: Caller, chatId: string, messages: ReadMessage[]) {
  const last = messages.at(-1);
  if (last?.stored.role !== 'assistant') return null;
  const ofAnswer = and(eq(runs.chatId, chatId), eq(runs.messageId, last.stored.id));
  const [run] = await db.select().from(runs).where(ofAnswer);
  return run ? openingChunks(db, owner, run, last) : null;
}

class Undone extends Error {}

/** Begins it, reads its beginning, and rolls it back. */
async function nextTurn(db: Database, owner: Caller, chatId: string): Promise<unknown> {
  let told: unknown = null;
  const [chat] = await db.select().from(chats).where(eq(chats.id, chatId));
  if (chat?.tokenId) return told;
  try {
    await db.transaction(async (tx) => {
      const begun = await beginRun(tx as unknown as Database, owner, chatId, {
        id: 'next',
        text: 'And then?',
      });
      if ('run' in begun) told = await modelHistory(begun.opening?.history ?? [], { taken: 'files' });
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return told;
}

function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
