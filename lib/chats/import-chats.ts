import 'server-only';
/**
 * Imports chats from the export files of ChatGPT and Claude. Only their text comes in: no call is repeated, no file
 * fetched. All of it is from outside, so the chats are marked as such from the start.
 */
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { titleOf } from '@/lib/runs/begin';
import { announce } from '@/lib/runs/follow/events';
import {
  type ImportedMessage,
  insertImported,
  insertImportedMessages,
  sumImported,
} from '@/lib/store/chats/imports';
import { readExport } from '@/lib/uploads/read-chats';
import type { ExportedChat, ExportedMessage } from '@/lib/uploads/reader/exported-chat';
import { sha256Hex } from '@/lib/values/canonical-json';
import { Hourly } from '@/lib/values/hourly';
import { quoted, storable } from '@/lib/values/text';
import {
  type ImportReport,
  MOST_IMPORTED,
  MOST_IMPORTED_CHARACTERS,
  MOST_IMPORTS_AN_HOUR,
} from './import-view';
import { fillSearch } from './search';

/** How many messages are stored with one statement. */
const PIECE = 200;
/** No chat in these apps is older. */
const OLDEST = Date.UTC(2015, 0, 1);
/** Counts refused files too, since the reading is what costs. */
const tries = new Hourly(MOST_IMPORTS_AN_HOUR);

/**
 * Imports the chats of a file that have not been imported before, one after the other: those imported stay, whatever
 * becomes of the rest.
 * @param name of the file, for messages about it
 * @throws AppError bad_request: nothing in it could be read; too_many_requests, also if one of theirs is in progress
 */
export async function importChats(
  db: Database,
  caller: Caller,
  bytes: Buffer,
  name = 'conversations.json',
): Promise<ImportReport> {
  if (!tries.take(caller.userId)) {
    const message = `You have imported ${MOST_IMPORTS_AN_HOUR} files within an hour, or tried to. Wait a while.`;
    throw new AppError('too_many_requests', message);
  }
  return takeAll(db, caller, bytes, name);
}

async function takeAll(db: Database, caller: Caller, bytes: Buffer, name: string): Promise<ImportReport> {
  const numbers = {
    taken: 0,
    messages: 0,
    known: 0,
    empty: 0,
    broken: 0,
    beyond: 0,
    tools: 0,
    files: 0,
    cut: 0,
  };
  const report: ImportReport = numbers;
  const kept = await sumImported(db, caller.userId);
  let last: string | undefined;
  for await (const line of readExport(caller.userId, bytes)) {
    if ('problem' in line) report.problem = `The file ${quoted(name)} ${line.problem}`;
    else if ('broken' in line) report.broken += 1;
    else if (line.messages.length === 0) report.empty += 1;
    else if (isBeyond(kept, line)) report.beyond += 1;
    else {
      const id = await take(db, caller, line);
      last = id ?? last;
      if (id === undefined) {
        report.known += 1;
        continue;
      }
      kept.chats += 1;
      kept.characters += sizeOf(line);
      report.taken += 1;
      report.messages += line.messages.length;
      for (const what of ['tools', 'files', 'cut'] as const) report[what] += line.left[what];
    }
  }
  // Their open pages reload the list.
  if (last) await announce(db, last);
  const isNothing = report.taken + report.known + report.empty + report.beyond === 0;
  if (isNothing && report.problem) throw new AppError('bad_request', report.problem);
  return report;
}

const sizeOf = ({ messages }: ExportedChat) => messages.reduce((sum, { text }) => sum + text.length, 0);

/** Whether it exceeds what this person may have imported. */
function isBeyond(kept: { chats: number; characters: number }, chat: ExportedChat): boolean {
  return kept.chats >= MOST_IMPORTED || kept.characters + sizeOf(chat) > MOST_IMPORTED_CHARACTERS;
}

/** Adds search words for what was imported, in pieces, so that nobody waits for it. */
export async function fillImported(db: Database): Promise<void> {
  while (await fillSearch(db));
}

/** @returns its id; nothing if it was imported before */
async function take(
  db: Database,
  { teamId, userId }: Caller,
  chat: ExportedChat,
): Promise<string | undefined> {
  const id = randomToken();
  const { app, origin, messages } = chat;
  const now = new Date();
  const last = chat.at ?? messages.at(-1)?.at ?? null;
  return db.transaction(async (tx) => {
    const isNew = await insertImported(tx, {
      id,
      teamId,
      userId,
      importedFrom: app,
      importedAt: now,
      importedSize: sizeOf(chat),
      title: titleOf(chat.title.trim() || (messages[0]?.text ?? '')),
      // A chat without an id of its own is identified by its contents.
      originHash: sha256Hex(`${app} ${origin || JSON.stringify(messages)}`),
      createdAt: dateOf(messages[0]?.at ?? last, now),
      updatedAt: dateOf(last, now),
    });
    if (!isNew) return undefined;
    const rows = rowsOf(id, messages, `Imported from ${app}.`, now);
    for (let from = 0; from < rows.length; from += PIECE) {
      await insertImportedMessages(tx, rows.slice(from, from + PIECE));
    }
    return id;
  });
}

function rowsOf(
  chatId: string,
  messages: readonly ExportedMessage[],
  notice: string,
  now: Date,
): ImportedMessage[] {
  let parent: string | null = null;
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.map(({ role, text, at }, nth): ImportedMessage => {
    const said = { type: 'text', text: storable(text), ...(role === 'assistant' && { state: 'done' }) };
    // Added to the last imported answer, so it says nothing about what comes later.
    const parts =
      nth === last ? [said, { type: 'data-notice', id: 'imported', data: { text: notice } }] : [said];
    const row = { chatId, id: randomToken(), parent, role, parts, createdAt: dateOf(at, now) };
    parent = row.id;
    return row;
  });
}

/** A plausible time; for any other, now. */
function dateOf(at: number | null, now: Date): Date {
  return at !== null && at >= OLDEST && at <= now.getTime() ? new Date(at) : now;
}
