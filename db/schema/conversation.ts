/**
 * Chats, their messages, the runs that answer them, and the approvals that a run waits for. Times are UTC.
 * What people, models and servers said is `json`, not `jsonb`: it keeps every character, U+0000 and lone surrogates included.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { decidedAt, isAsk, isHolding, isPending } from '../approval-keys';
import { isToErase } from '../chat-keys';
import { ofTeam, ofUser, time, users } from './auth';
import { folders } from './folders';
import { type Made, seenOfRun } from './runs/seen';
import { tokens } from './tokens';
import { tsvector } from './tsvector';

/** For columns naming the chat or the run that a row belongs to; the row is deleted with it. */
export const ofChat = () =>
  text('chat_id')
    .notNull()
    .references(() => chats.id, { onDelete: 'cascade' });
export const ofRun = () =>
  text('run_id')
    .notNull()
    .references(() => runs.id, { onDelete: 'cascade' });

export const chats = pgTable(
  'chats',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    userId: ofUser(),
    title: text('title').notNull(),
    /** What search finds it by, with its owner; null: not written yet. */
    titleWords: tsvector('title_words'),
    /** Set if this is no conversation but holds the calls that other clients make with this token. */
    tokenId: text('token_id').references(() => tokens.id, { onDelete: 'cascade' }),
    /** `yolo` holds only until `yoloUntil`, by the database's clock; afterwards it reads as `default`. */
    mode: text('mode', { enum: ['plan', 'default', 'yolo'] })
      .notNull()
      .default('default'),
    yoloUntil: time('yolo_until'),
    /** The id of the model chosen for it; null: the default one. */
    model: text('model'),
    /** For a sub-agent's chat: the chat at the root of the tree; its id is that of the call which began it. */
    rootId: text('root_id').references((): AnyPgColumn => chats.id, { onDelete: 'cascade' }),
    /** When an admin last declared that what came in from outside does no harm. */
    clearedAt: time('cleared_at'),
    clearedBy: text('cleared_by').references(() => users.id, { onDelete: 'set null' }),
    /** Whose export it was imported from, and when: everything in it is from outside. Null: it began here. */
    importedFrom: text('imported_from', { enum: ['ChatGPT', 'Claude'] }),
    importedAt: time('imported_at'),
    /** Characters of conversation at that time. */
    importedSize: integer('imported_size'),
    /** SHA-256 (hex) of the id that export gives it, so that it is imported only once. */
    originHash: text('origin_hash'),
    /** Grows with every change that open pages must learn about. */
    rev: integer('rev').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** Pinned to the top of its owner's list; taken out of it. */
    pinnedAt: time('pinned_at'),
    archivedAt: time('archived_at'),
    /** Its owner's folder that holds it; null: none. */
    folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
    /** A temporary chat: in no list and found by no search; erased soon after its last use. */
    temporary: boolean('temporary').notNull().default(false),
    /** Nobody sees a deleted chat; its owner may restore it until it is erased. */
    deletedAt: time('deleted_at'),
    /** When its messages and its calls' answers were erased; its decisions stay on record. */
    erasedAt: time('erased_at'),
  },
  (table) => [
    index('chats_user').on(table.userId, table.updatedAt),
    uniqueIndex('chats_token').on(table.tokenId),
    index('chats_pinned').on(table.userId).where(sql`${table.pinnedAt} is not null`),
    index('chats_of_root').on(table.rootId).where(sql`${table.rootId} is not null`),
    index('chats_folder').on(table.folderId, table.updatedAt).where(sql`${table.folderId} is not null`),
    index('chats_to_erase').on(table.deletedAt).where(isToErase(table)),
    index('chats_words').using('gin', table.titleWords),
    index('chats_wordless').on(table.id).where(sql`${table.titleWords} is null`),
    uniqueIndex('chats_origin')
      .on(table.userId, table.originHash)
      .where(sql`${table.originHash} is not null and ${table.erasedAt} is null`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    chatId: ofChat(),
    /** The client's id for a person's message, ours for an answer; unique in the chat. */
    id: text('id').notNull(),
    /** The position in the chat. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** The message before it; null: it is the first. Messages with the same parent are versions of each other. */
    parent: text('parent'),
    /** It belongs to the branch that is shown. At most one version of a message does. */
    active: boolean('active').notNull().default(true),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    /** Parts of an AI SDK UI message. */
    parts: json('parts').$type<unknown[]>().notNull(),
    /** For an answer: the model that made it, and how much of the model's window it took; null: not recorded. */
    made: json('made').$type<Made>(),
    /** What search finds its text by, with the chat's owner, who is repeated here; null: not written yet. */
    words: tsvector('words'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.id] }),
    index('messages_chat_seq').on(table.chatId, table.seq),
    index('messages_user').on(table.userId, table.seq),
    index('messages_words').using('gin', table.words),
    index('messages_wordless').on(table.seq).where(sql`${table.words} is null`),
    index('messages_parent').on(table.chatId, table.parent),
    // Partial, since most messages are not in it: chats without other branches must not pay for them.
    index('messages_left').on(table.chatId).where(sql`not ${table.active}`),
  ],
);

export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    chatId: ofChat(),
    /** The message that is answered, and the one that answers. */
    userMessageId: text('user_message_id').notNull(),
    messageId: text('message_id').notNull(),
    status: text('status', {
      enum: ['running', 'waiting', 'done', 'stopped', 'failed', 'superseded'],
    }).notNull(),
    /** The process that drives it, and its last heartbeat; meaningless once the run has ended. */
    owner: text('owner').notNull(),
    heartbeatAt: time('heartbeat_at').notNull().defaultNow(),
    /** Fencing token: who holds an older number may not write. And how often it was taken from a process that had died. */
    fence: integer('fence').notNull().default(1),
    recoveries: integer('recoveries').notNull().default(0),
    /** Somebody asked for it to stop while another process was driving it. */
    stopRequestedAt: time('stop_requested_at'),
    /** The model chosen when it began; it is kept for the whole answer. */
    model: text('model'),
    /** Which tools the model was offered: by step of the answer, from 1, those newly offered. */
    offered: json('offered').$type<{ step: number; tools: string[] }[]>(),
    error: text('error'),
    /** Set if it is a call that another client makes with this token; null: an answer to a message. */
    tokenId: text('token_id').references(() => tokens.id, { onDelete: 'cascade' }),
    /** For a sub-agent's run, the run at the root of the tree, and its depth below that; null: it is not a sub-agent's. */
    rootRunId: text('root_run_id').references((): AnyPgColumn => runs.id, { onDelete: 'cascade' }),
    depth: integer('depth').notNull().default(0),
    /** The name that client gives itself. */
    client: text('client'),
    /** SHA-256 (hex) of tool and arguments, if a person is asked: until its outcome is fetched, the same call joins it. */
    askedHash: text('asked_hash'),
    answeredAt: time('answered_at'),
    /** When its client withdrew it while no other waited for it: what had not been sent by then is not sent. */
    withdrawnAt: time('withdrawn_at'),
    /** The call that it undoes, by a person's order. */
    undoes: text('undoes'),
    ...seenOfRun(),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('runs_one_active_per_chat')
      .on(table.chatId)
      .where(sql`${table.status} in ('running', 'waiting') and ${table.tokenId} is null`),
    index('runs_chat').on(table.chatId, table.createdAt),
    index('runs_message').on(table.chatId, table.messageId),
    // Partial, since few runs are active: every process looks for them each second. The heartbeat is left out, since
    // each beat would have to be written to the index.
    index('runs_running').on(table.chatId).where(sql`${table.status} = 'running'`),
    index('runs_of_token_waiting')
      .on(table.tokenId)
      .where(sql`${table.status} = 'waiting' and ${table.tokenId} is not null`),
    index('runs_of_root').on(table.rootRunId).where(sql`${table.rootRunId} is not null`),
    index('runs_of_token').on(table.tokenId, table.createdAt).where(sql`${table.tokenId} is not null`),
    uniqueIndex('runs_same_call')
      .on(table.tokenId, table.askedHash)
      .where(sql`${table.askedHash} is not null and ${table.answeredAt} is null`),
  ],
);

/** The event log of a run's current segment: what a reload or a second tab replays. Deleted once the answer is stored. */
export const runEvents = pgTable(
  'run_events',
  {
    runId: ofRun(),
    /** Fencing token of the process that wrote it: what a process adds after losing the run is not read. */
    fence: integer('fence').notNull().default(1),
    seq: integer('seq').notNull(),
    chunks: json('chunks').$type<unknown[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.fence, table.seq] })],
);

export const approvals = pgTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    teamId: ofTeam(),
    chatId: ofChat(),
    runId: ofRun(),
    requestedBy: ofUser('requested_by'),
    toolCallId: text('tool_call_id').notNull(),
    /** The SDK's own id of the request; a card that replaces another keeps it. */
    sdkApprovalId: text('sdk_approval_id').notNull(),
    /** `ask` has a card; `held` only waits for earlier calls of its step and is decided by nobody. */
    kind: text('kind', { enum: ['ask', 'held'] }).notNull(),
    server: text('server').notNull(),
    serverUrl: text('server_url').notNull(),
    /** The name that the server gave itself; null: it gave none, or the card is older than this column. */
    callsItself: text('calls_itself'),
    /** The bare name, the name the model knows, and the title on the card; as they were when asked. */
    tool: text('tool').notNull(),
    modelTool: text('model_tool').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    trusted: boolean('trusted').notNull(),
    risk: text('risk', { enum: ['read-only', 'write', 'destructive'] }).notNull(),
    annotations: jsonb('annotations').$type<Record<string, boolean>>().notNull(),
    /** The arguments' canonical bytes, and their SHA-256 (hex). */
    input: text('input').notNull(),
    inputHash: text('input_hash').notNull(),
    /** Who changed the arguments, what they were (canonical JSON), and all who ever did: none of them may confirm it. */
    edited: json('edited').$type<{ by: { id: string; name: string }; before: string }>(),
    editors: text('editors').array().notNull().default([]),
    definitionHash: text('definition_hash').notNull(),
    policyVersion: text('policy_version').notNull(),
    /** Whom it asks, and the rule that requires it. */
    requirement: text('requirement', { enum: ['ask', 'ask_admin', 'two_admins'] })
      .notNull()
      .default('ask'),
    rule: text('rule').notNull().default('destructive'),
    /** The person who confirms gives the password again. */
    critical: boolean('critical').notNull().default(false),
    /** Calls like this one can be granted in advance, and undone afterwards (null: the card is older than this column). */
    grantable: boolean('grantable').notNull().default(false),
    reversible: boolean('reversible'),
    reason: text('reason').notNull(),
    /** What the companion said would be affected; null without one. The hash is that of the canonical JSON. */
    preview: json('preview').$type<{
      lines: { label: string; value: string; amount?: string | undefined }[];
    } | null>(),
    previewHash: text('preview_hash').notNull(),
    status: text('status', {
      enum: ['pending', 'confirmed', 'cancelled', 'superseded', 'expired', 'held', 'released'],
    }).notNull(),
    requestedAt: time('requested_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    decidedAt: time('decided_at'),
    /** Who decided, and SHA-256 (hex) of the session token used. */
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedSession: text('decided_session'),
    decisionReason: text('decision_reason'),
    /** How long it is held once confirmed (null: not at all), and until when; when it was taken to run (only once). */
    holdSeconds: integer('hold_seconds'),
    holdUntil: time('hold_until'),
    claimedAt: time('claimed_at'),
    /** When the contents of its card were erased, along with those of its call. */
    contentsErasedAt: time('contents_erased_at'),
  },
  (table) => [
    index('approvals_chat').on(table.chatId, table.requestedAt),
    // Includes all columns needed, so that replacement cards are recognised from the index alone.
    index('approvals_run').on(table.runId, table.toolCallId, table.kind, table.requestedAt, table.id),
    // Partial: few cards wait, while those asked and decided only grow.
    index('approvals_pending').on(table.teamId, table.requestedAt, table.id).where(isPending(table)),
    index('approvals_pending_of_chat').on(table.chatId).where(isPending(table)),
    index('approvals_holding').on(table.holdUntil).where(isHolding(table)),
    index('approvals_asked').on(table.teamId, table.requestedAt, table.id).where(isAsk(table)),
    index('approvals_decided').on(table.teamId, decidedAt(table), table.id).where(isAsk(table)),
    index('approvals_decided_of_person')
      .on(table.requestedBy, decidedAt(table), table.id)
      .where(isAsk(table)),
    index('approvals_choices')
      .on(table.teamId, table.requestedBy, table.tool, table.server, table.status)
      .where(isAsk(table)),
    uniqueIndex('approvals_one_open_per_call')
      .on(table.runId, table.toolCallId)
      .where(sql`${table.status} in ('pending', 'confirmed', 'held', 'released')`),
  ],
);
