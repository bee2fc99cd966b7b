/**
 * The ledger: every tool call, from the moment the model made it to its end, and what our own tools did under a call's
 * id. Times are UTC and the database's. `json`, not `jsonb`, for other people's words.
 */
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { time, users } from './auth';
import { ofChat, ofRun } from './conversation';

/** In the order of a call's life; the ledger's table of transitions says which may follow which. */
export const CALL_STATUSES = [
  'pending',
  'permission_required',
  'approved',
  'claimed',
  'dispatched',
  'success',
  'error',
  'abort',
  'unknown',
  'denied',
  'superseded',
  'expired',
] as const;

export const calls = pgTable(
  'calls',
  {
    /** Sent to the server in `_meta`; 128 random bits. */
    id: text('id').primaryKey(),
    /** Copies of the run's columns, for lookups; they need no check of their own. */
    teamId: text('team_id').notNull(),
    chatId: text('chat_id').notNull(),
    runId: ofRun(),
    /** The model's id of the call. */
    toolCallId: text('tool_call_id').notNull(),
    /** The order in which calls were recorded: within a run, the model's order. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** The step of the answer in which the model made it, from 1; 0 for a call beside the conversation. */
    step: integer('step').notNull().default(0),
    /** 2 and more: a person found that the previous round did not happen, and had the call run again. */
    round: integer('round').notNull().default(1),
    server: text('server').notNull(),
    serverUrl: text('server_url').notNull(),
    /** The bare name, and the one that the model knows. */
    tool: text('tool').notNull(),
    modelTool: text('model_tool').notNull(),
    /** What the page shows about the tool; with it the call can be restored to a message whose log was lost. */
    metadata: json('metadata').$type<Record<string, unknown>>().notNull(),
    definitionHash: text('definition_hash').notNull(),
    trusted: boolean('trusted').notNull(),
    risk: text('risk', { enum: ['read-only', 'write', 'destructive'] }).notNull(),
    /** The result may be anybody's words: the tool is open-world, or its server is not trusted. */
    outside: boolean('outside').notNull().default(false),
    /** The canonical bytes of the arguments, and SHA-256 (hex) of them. */
    input: text('input').notNull(),
    inputHash: text('input_hash').notNull(),
    /** Who changed the arguments on the card, and what they were (canonical JSON). */
    edited: json('edited').$type<{ by: { id: string; name: string }; before: string }>(),
    status: text('status', { enum: CALL_STATUSES }).notNull(),
    /** How often it was dispatched, and how many messages of it left: an exchange may take several. */
    attempts: integer('attempts').notNull().default(0),
    sends: integer('sends').notNull().default(0),
    /** The person who allowed it to run, if one had to. */
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** The grant under which it ran, if any; kept even if the grant is gone. */
    grantId: text('grant_id'),
    /** The policy's rule that let it run although nobody was asked about this very call; null: a card was confirmed. */
    rule: text('rule'),
    /** What the model reads and the page shows of it; the hash (SHA-256, hex) is that of the text. */
    result: json('result').$type<{
      content: { type: string; text?: string }[];
      structuredContent?: unknown;
    }>(),
    resultHash: text('result_hash'),
    error: text('error'),
    /**
     * Set when the call is sealed: from then on our own tools refuse to take effect under its id, so that its outcome
     * can be settled.
     */
    sealedAt: time('sealed_at'),
    /** What a person found out about a call whose outcome was unknown. */
    resolution: text('resolution', { enum: ['happened', 'rerun', 'left'] }),
    resolvedBy: text('resolved_by').references(() => users.id, { onDelete: 'set null' }),
    resolvedAt: time('resolved_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    claimedAt: time('claimed_at'),
    dispatchedAt: time('dispatched_at'),
    endedAt: time('ended_at'),
    /**
     * When arguments and answer were erased at the end of their time: `input` is `{}` since then, the hashes are
     * unchanged.
     */
    contentsErasedAt: time('contents_erased_at'),
  },
  (table) => [
    uniqueIndex('calls_once').on(table.runId, table.toolCallId, table.round),
    index('calls_chat').on(table.chatId, table.createdAt),
    index('calls_on_their_way').on(table.runId).where(sql`${table.status} = 'dispatched'`),
    index('calls_outside').on(table.chatId, table.endedAt).where(sql`${table.outside}`),
    index('calls_unknown').on(table.chatId).where(sql`${table.status} = 'unknown'`),
    index('calls_team').on(table.teamId, table.createdAt),
    index('calls_with_contents')
      .on(table.teamId, table.createdAt)
      .where(sql`${table.contentsErasedAt} is null`),
    // Partial, since few calls need it: for each of these, whether its record was compared afterwards is looked up.
    index('calls_rehearsals')
      .on(table.teamId, table.server, table.tool)
      .where(sql`${table.step} = 0 and starts_with(${table.toolCallId}, 'check_rehearsal_')`),
  ],
);

/** What was read of a call's record after the call, to be compared with what its card had shown. */
export const callReadings = pgTable('call_readings', {
  callId: text('call_id')
    .primaryKey()
    .references(() => calls.id, { onDelete: 'cascade' }),
  teamId: text('team_id').notNull(),
  /** The call that read it; null: there was nothing to ask. */
  readBy: text('read_by'),
  /** The person who wanted to see it; null: it was read automatically, right after the call. */
  askedBy: text('asked_by').references(() => users.id, { onDelete: 'set null' }),
  /** As on the card; null: nothing was read before the call. */
  before: json('before').$type<Read>(),
  beforeHash: text('before_hash'),
  /** Null: it could not be read, and why. */
  after: json('after').$type<Read>(),
  afterHash: text('after_hash'),
  failure: text('failure'),
  at: time('at').notNull().defaultNow(),
});

/** Lines as a card shows them, and the hash of the whole record. */
interface Read {
  lines: { label: string; value: string; amount?: string | undefined }[];
  record?: string | undefined;
}

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (given) => given,
  fromDriver: (given) => Buffer.from(given),
});

/** The bytes of pictures, sounds and files of a call's result; their metadata is in the result, at the same index. */
export const callMedia = pgTable(
  'call_media',
  {
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** How it may be shown, and its type, both detected from its bytes. */
    type: text('type', { enum: ['image', 'audio', 'file'] }).notNull(),
    mimeType: text('mime_type').notNull(),
    name: text('name').notNull(),
    /** SHA-256 (hex) of the bytes. */
    sha256: text('sha256').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.place] })],
);

/** What one of our tools did under a call's id, written in the transaction of the effect itself. */
export const effects = pgTable('effects', {
  callId: text('call_id').primaryKey(),
  teamId: text('team_id').notNull(),
  /** The result of the change, in the tool's own words. */
  result: json('result').$type<unknown>().notNull(),
  at: time('at').notNull().defaultNow(),
  /** The call that this one undid; and the one that undid it, while that stands. */
  undoes: text('undoes'),
  undoneBy: text('undone_by'),
});

/**
 * Each back-office row that a call changed, before and after, in the order of the changes; written by triggers in the
 * transaction of the change. Whole rows as `json`, so that the call can be undone exactly.
 */
export const keptChanges = pgTable(
  'kept_changes',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    callId: text('call_id').notNull(),
    table: text('table_name').notNull(),
    /** Of the row: its id, or a substitute. */
    key: text('key').notNull(),
    /** Null: it was not there, or is gone. */
    before: json('before').$type<Record<string, unknown>>(),
    after: json('after').$type<Record<string, unknown>>(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('kept_changes_call').on(table.callId), index('kept_changes_at').on(table.at)],
);

/** Messages queued until the run before them ends; oldest first. */
export const queuedMessages = pgTable(
  'queued_messages',
  {
    chatId: ofChat(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    text: text('text').notNull(),
    /** What is attached to it, as its parts will say it; null: nothing. */
    files: json('files').$type<unknown[]>(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('queued_messages_once').on(table.chatId, table.id)],
);
