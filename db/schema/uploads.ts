/** Files that people have uploaded, and the messages with which they sent them. Times are UTC. */
import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofTeam, ofUser, time } from './auth';
import { ofChat } from './conversation';

const bytea = customType<{ data: Buffer }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value as Uint8Array),
});

export const uploads = pgTable(
  'uploads',
  {
    /** 128 random bits: also the fence around its words, which nobody who wrote them can guess. */
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    /** Who uploaded it: nobody else sends it with a message. */
    userId: ofUser(),
    name: text('name').notNull(),
    /** Detected from its bytes, like the columns below. */
    kind: text('kind', { enum: ['image', 'text', 'table', 'sheet', 'pdf', 'document'] }).notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256').notNull(),
    /** The words in it, as far as they are kept; empty for a picture. */
    words: text('words').notNull(),
    /** Its text is longer than what is kept. */
    cut: boolean('cut').notNull(),
    bytes: bytea('bytes').notNull(),
    /** Of a connected server; null: from the person's disk. */
    source: json('source').$type<{ server: string; uri?: string; prompt?: string; vouched: boolean }>(),
    /** Whether it brings words from outside into the chat that it is attached in. */
    outside: boolean('outside').notNull().default(true),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('uploads_user').on(table.userId, table.createdAt),
    index('uploads_created').on(table.createdAt),
  ],
);

export const attachments = pgTable(
  'attachments',
  {
    chatId: ofChat(),
    messageId: text('message_id').notNull(),
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    /** From then on words from outside are in the chat. */
    enteredAt: time('entered_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.messageId, table.uploadId] }),
    index('attachments_upload').on(table.uploadId),
  ],
);
