import 'server-only';
/** Files that people have uploaded. */
import { and, asc, eq, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { Attachment } from '@/lib/values/attachment';

const { attachments, chats, queuedMessages, uploads } = schema;

export type NewUpload = typeof uploads.$inferInsert;

/** The columns about a file, without its bytes and text. */
const told = {
  id: uploads.id,
  name: uploads.name,
  kind: uploads.kind,
  mimeType: uploads.mimeType,
  size: uploads.size,
  width: uploads.width,
  height: uploads.height,
  cut: uploads.cut,
  source: uploads.source,
  characters: sql<number>`length(${uploads.words})`,
};

interface ToldRow extends Omit<Attachment, 'cut' | 'width' | 'height' | 'source'> {
  cut: boolean;
  width: number | null;
  height: number | null;
  source: Attachment['source'] | null;
}

function attachmentOf({ cut, width, height, source, ...row }: ToldRow): Attachment {
  const sides = width !== null && height !== null && { width, height };
  return { ...row, ...(cut && { cut }), ...sides, ...(source && { source }) };
}

export async function insertUpload(tx: Transaction, upload: NewUpload): Promise<void> {
  await tx.insert(uploads).values(upload);
}

/** A person's use: bytes stored, and files uploaded within an hour. Serialises their uploads. */
export async function findUse(tx: Transaction, userId: string): Promise<{ bytes: number; lately: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`);
  const [use] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${uploads.size}), 0)::float8`,
      lately: sql<number>`(count(*) filter (where ${uploads.createdAt} > now() - interval '1 hour'))::int`,
    })
    .from(uploads)
    .where(eq(uploads.userId, userId));
  return use ?? { bytes: 0, lately: 0 };
}

/** Those of these that this person has uploaded in this team; they cannot be deleted during the transaction. */
export async function keepOwnUploads(
  tx: Transaction,
  { teamId, userId }: { teamId: string; userId: string },
  ids: readonly string[],
): Promise<Attachment[]> {
  const rows = await tx
    .select(told)
    .from(uploads)
    .where(and(eq(uploads.teamId, teamId), eq(uploads.userId, userId), inArray(uploads.id, [...ids])))
    .orderBy(asc(uploads.id))
    .for('key share');
  return rows.map(attachmentOf);
}

export interface UploadRow {
  id: string;
  teamId: string;
  userId: string;
  name: string;
  kind: Attachment['kind'];
  mimeType: string;
  bytes: Buffer;
}

/** This person's uploads without their contents, oldest first. */
export function listOwnUploads(db: Queryable, { userId, teamId: team }: Pick<Caller, 'userId' | 'teamId'>) {
  const { id, name, kind, mimeType, size, sha256, createdAt } = uploads;
  return db
    .select({ id, name, kind, mimeType, size, sha256, createdAt })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), eq(uploads.teamId, team)))
    .orderBy(asc(createdAt), asc(id));
}

export async function findUpload(db: Queryable, teamId: string, id: string): Promise<UploadRow | undefined> {
  const { userId, name, kind, mimeType, bytes } = uploads;
  const [row] = await db
    .select({ id: uploads.id, teamId: uploads.teamId, userId, name, kind, mimeType, bytes })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.teamId, teamId)));
  return row;
}

/** The beginnings of the text of files that are attached in this chat, by their ids. */
export async function findWords(
  db: Queryable,
  chatId: string,
  ids: readonly string[],
  most: number,
): Promise<Map<string, string>> {
  const isThere = and(eq(attachments.uploadId, uploads.id), eq(attachments.chatId, chatId));
  const rows = await db
    .selectDistinct({ id: uploads.id, words: sql<string>`left(${uploads.words}, ${most})` })
    .from(uploads)
    .innerJoin(attachments, isThere)
    .where(inArray(uploads.id, [...ids]));
  return new Map(rows.map(({ id, words }) => [id, words]));
}

export async function insertAttachments(
  tx: Transaction,
  chatId: string,
  messageId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.insert(attachments).values(ids.map((uploadId) => ({ chatId, messageId, uploadId })));
}

/** The team's chats, not deleted, in which it is attached. */
export async function listChatsWith(db: Queryable, uploadId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: chats.id })
    .from(attachments)
    .innerJoin(chats, eq(chats.id, attachments.chatId))
    .where(and(eq(attachments.uploadId, uploadId), sql`${chats.deletedAt} is null`))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Unreferenced: in no message that was sent, and in none that is queued. */
const isLoose = (db: Queryable): SQL | undefined =>
  and(
    notExists(db.select({ one: sql`1` }).from(attachments).where(eq(attachments.uploadId, uploads.id))),
    sql`not exists (select 1 from ${queuedMessages} q, json_array_elements(q.files) f where f->>'id' = ${uploads.id})`,
  );

/**
 * Deletes those of these that are unreferenced. Two statements: a message that is just being sent locks its files, and
 * only a statement that begins after waiting for it sees that they are used.
 * @returns how many
 */
async function deleteLooseOf(tx: Transaction, these: SQL | undefined): Promise<number> {
  const held = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(these)
    .orderBy(asc(uploads.id))
    .for('update');
  return deleteHeld(tx, held);
}

async function deleteHeld(tx: Transaction, held: readonly { id: string }[]): Promise<number> {
  if (held.length === 0) return 0;
  const are = inArray(
    uploads.id,
    held.map(({ id }) => id),
  );
  const gone = await tx
    .delete(uploads)
    .where(and(are, isLoose(tx)))
    .returning({ id: uploads.id });
  return gone.length;
}

/** @returns whether it existed, was this person's own, and in no message */
export async function deleteLoose(tx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await deleteLooseOf(tx, and(eq(uploads.id, id), eq(uploads.userId, userId)))) > 0;
}

/**
 * Uploads that were never sent; those being sent right now are left alone.
 * @returns how many
 */
export async function deleteForgotten(tx: Transaction, hours: number, most: number): Promise<number> {
  const isOld = lt(uploads.createdAt, sql`now() - interval '1 hour' * ${hours}`);
  const held = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(isOld, isLoose(tx)))
    .limit(most)
    .for('update', { of: uploads, skipLocked: true });
  return deleteHeld(tx, held);
}

/** The files of a chat are deleted with it, except those that another chat has. */
export async function deleteFilesOfChat(tx: Transaction, chatId: string): Promise<void> {
  const freed = await tx
    .delete(attachments)
    .where(eq(attachments.chatId, chatId))
    .returning({ id: attachments.uploadId });
  if (freed.length === 0) return;
  const ids = freed.map(({ id }) => id);
  await deleteLooseOf(tx, inArray(uploads.id, ids));
}
