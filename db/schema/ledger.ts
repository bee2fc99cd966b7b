/**
 * The ledger: every tool call, from the moment the model made it to how it ended, and what our own tools have
 * done under a call's id. Times are UTC and the database's. `json`, not `jsonb`, where others' words stand.
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
    /** Travels to the server in `_meta`; 128 random bits. */
    id: text('id').primaryKey(),
    /** Both are the run's; they stand here for looking things up and need no check of their own. */
    teamId: text('team_id').notNull(),
    chatId: text('chat_id').notNull(),
    runId: ofRun(),
    /** The model's id of the call. */
    toolCallId: text('tool_call_id').notNull(),
    /** The order in which calls were written down: the model's, within a run. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** The step of the answer in which the model made it, from 1; 0 for what was asked beside the conversation. */
    step: integer('step').notNull().default(0),
    /** 2 and more: a person found that the call before it did not happen, and had it run again. */
    round: integer('round').notNull().default(1),
    server: text('server').notNull(),
    serverUrl: text('server_url').notNull(),
    /** The bare name, and the one that the model knows. */
    tool: text('tool').notNull(),
    modelTool: text('model_tool').notNull(),
    /** What the page shows of the tool: with it the call can be put into a message whose log was lost. */
    metadata: json('metadata').$type<Record<string, unknown>>().notNull(),
    definitionHash: text('definition_hash').notNull(),
    trusted: boolean('trusted').notNull(),
    risk: text('risk', { enum: ['read-only', 'write', 'destructive'] }).notNull(),
    /** What comes back may be anybody's words: the tool reaches beyond its server, or nobody vouched for that. */
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
    /** Who let it run, when a person had to. */
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** The grant by which it ran, when it was allowed ahead; also when that is gone. */
    grantId: text('grant_id'),
    /** What the model reads and the page shows of it; the hash (SHA-256, hex) is that of the text. */
    result: json('result').$type<{
      content: { type: string; text?: string }[];
      structuredContent?: unknown;
    }>(),
    resultHash: text('result_hash'),
    error: text('error'),
    /** From here on our own tools refuse to take effect under this id: what happened is being settled. */
    sealedAt: time('sealed_at'),
    /** What a person found out about a call whose outcome was unknown. */
    resolution: text('resolution', { enum: ['happened', 'rerun', 'left'] }),
    resolvedBy: text('resolved_by').references(() => users.id, { onDelete: 'set null' }),
    resolvedAt: time('resolved_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    claimedAt: time('claimed_at'),
    dispatchedAt: time('dispatched_at'),
    endedAt: time('ended_at'),
    /** When arguments and answer went, as their time was over: `input` is `{}` since, the hashes are as they were. */
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
    // Few of all calls: of each it is looked up whether what it was about was compared afterwards.
    index('calls_rehearsals')
      .on(table.teamId, table.server, table.tool)
      .where(sql`${table.step} = 0 and starts_with(${table.toolCallId}, 'check_rehearsal_')`),
  ],
);

/** What was read of the record of a call that is over, to be compared with what its card had shown. */
export const callReadings = pgTable('call_readings', {
  callId: text('call_id')
    .primaryKey()
    .references(() => calls.id, { onDelete: 'cascade' }),
  teamId: text('team_id').notNull(),
  /** The call by which it was read; null: there was nothing to be asked. */
  readBy: text('read_by'),
  /** Who wanted to see it; null: it was read by itself, right after the call. */
  askedBy: text('asked_by').references(() => users.id, { onDelete: 'set null' }),
  /** As the card had it; null: nothing was read before the call. */
  before: json('before').$type<Read>(),
  beforeHash: text('before_hash'),
  /** Null: it could not be read, and why. */
  after: json('after').$type<Read>(),
  afterHash: text('after_hash'),
  failure: text('failure'),
  at: time('at').notNull().defaultNow(),
});

/** Lines as a card shows them, with the hash of all of a record. */
interface Read {
  lines: { label: string; value: string; amount?: string | undefined }[];
  record?: string | undefined;
}

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (given) => given,
  fromDriver: (given) => Buffer.from(given),
});

/** Pictures, sounds and files of a call's result; what is known of them stands in the result, at the same place. */
export const callMedia = pgTable(
  'call_media',
  {
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** As it may be shown, and as it is called: by its bytes. */
    type: text('type', { enum: ['image', 'audio', 'file'] }).notNull(),
    mimeType: text('mime_type').notNull(),
    name: text('name').notNull(),
    /** SHA-256 (hex) of the bytes. */
    sha256: text('sha256').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.place] })],
);

/** What a tool of ours did under a call's id, written in the transaction of the effect itself. */
export const effects = pgTable('effects', {
  callId: text('call_id').primaryKey(),
  teamId: text('team_id').notNull(),
  /** The result of the change, in the tool's own words. */
  result: json('result').$type<unknown>().notNull(),
  at: time('at').notNull().defaultNow(),
  /** The call that this one took back; and the one by which it was taken back itself, as long as that stands. */
  undoes: text('undoes'),
  undoneBy: text('undone_by'),
});

/**
 * Each row of the back office that a call changed, as it was before and after, in the order of the changes; written by triggers
 * in the transaction of the change. `json` of the whole row: with it the call is taken back to the letter.
 */
export const keptChanges = pgTable(
  'kept_changes',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    callId: text('call_id').notNull(),
    table: text('table_name').notNull(),
    /** Of the row: its id, or what stands for it. */
    key: text('key').notNull(),
    /** Null: it was not there, or is gone. */
    before: json('before').$type<Record<string, unknown>>(),
    after: json('after').$type<Record<string, unknown>>(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('kept_changes_call').on(table.callId), index('kept_changes_at').on(table.at)],
);

/** Messages that wait for the run before them to end; oldest first. */
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
