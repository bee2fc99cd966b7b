import 'server-only';
/** Searches a person's own chats by their messages and titles, in English and German word forms. */
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  fillTitleWords,
  fillWords,
  findForms,
  findMessages,
  findTitled,
  listWordless,
  listWordlessChats,
} from '@/lib/store/search/search';
import { placedWords, textOf } from '@/lib/values/words';
import { candidates, excerpt, marked, plainLine } from './excerpt';
import type { Found } from './search-view';

/** The most words of a search; further ones are ignored. */
const MOST_WORDS = 12;
/** The most chats found by title. */
const MOST_TITLES = 10;
/** The default number of messages per page. */
export const MOST_FOUND = 50;

export interface Search {
  q: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/**
 * The caller's chats and messages that contain every word of `q`, of which the last may be incomplete.
 * @throws AppError bad_request: an invalid cursor
 */
export async function search(
  db: Database,
  caller: Caller,
  { q, cursor, limit = 20 }: Search,
): Promise<Found> {
  const words = [...new Set(placedWords(q).map(({ word }) => word))].slice(0, MOST_WORDS);
  if (words.length === 0) return { chats: [], messages: [], next: null };
  const before = cursor === undefined ? undefined : seqOf(cursor);
  const [titled, found] = await Promise.all([
    before === undefined ? findTitled(db, caller, { words, limit: MOST_TITLES }) : [],
    findMessages(db, caller, { words, limit: limit + 1 }, before),
  ]);
  const page = found.slice(0, limit).map((row) => ({ ...row, line: plainLine(textOf(row.parts)) }));
  const titles = titled.map((chat) => ({ ...chat, line: plainLine(chat.title) }));
  const lines = [...page, ...titles].map(({ line }) => line);
  const forms = new Set(await findForms(db, candidates(lines, words), words));
  const isHit = (word: string) => forms.has(word);
  const last = page.at(-1);
  return {
    chats: titles.map(({ id, line, updatedAt, archived }) => ({
      id,
      title: marked(line, isHit),
      updatedAt: updatedAt.toISOString(),
      ...(archived && { archived: true as const }),
    })),
    messages: page.map(({ chatId, title, id, role, createdAt, line, archived }) => ({
      ...(archived && { archived: true as const }),
      chatId,
      title,
      id,
      role,
      createdAt: createdAt.toISOString(),
      excerpt: excerpt(line, isHit),
    })),
    next: last && found.length > limit ? String(last.seq) : null,
  };
}

function seqOf(cursor: string): number {
  if (/^-?[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw new AppError(
    'bad_request',
    'cursor: is none. Take `next` of the page before, or leave it out for the first.',
  );
}

/**
 * Adds search words for some of what was stored before the search existed, newest first.
 * @returns whether there may be more
 */
export async function fillSearch(db: Database, most = 200): Promise<boolean> {
  const [messages, chats] = await Promise.all([listWordless(db, most), listWordlessChats(db, most)]);
  for (const message of messages) await fillWords(db, message);
  for (const { id, title } of chats) await fillTitleWords(db, id, title);
  return messages.length === most || chats.length === most;
}
