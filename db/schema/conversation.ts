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

/** The chat or the run that a row belongs to, and goes with. */
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
    /** What it is found by, with its owner; null: not written yet. */
    titleWords: tsvector('title_words'),
    /** Not a conversation with a person, but what other clients call with this token. */
    tokenId: text('token_id').references(() => tokens.id, { onDelete: 'cascade' }),
    /** `yolo` counts only until `yoloUntil`, judged by the database's clock; afterwards it reads `default`. */
    mode: text('mode', { enum: ['plan', 'default', 'yolo'] })
      .notNull()
      .default('default'),
    yoloUntil: time('yolo_until'),
    /** Which of the configured models answers in it, by its id; null: the default one. */
    model: text('model'),
    /** The chat at the head of the tree: a sub-agent works here, and the id is that of the call which began it. */
    rootId: text('root_id').references((): AnyPgColumn => chats.id, { onDelete: 'cascade' }),
    /** When an admin last said that what came in from outside does no harm. */
    clearedAt: time('cleared_at'),
    clearedBy: text('cleared_by').references(() => users.id, { onDelete: 'set null' }),
    /** From whose file it was taken, and when: all in it is from outside. Null: it began here. */
    importedFrom: text('imported_from', { enum: ['ChatGPT', 'Claude'] }),
    importedAt: time('imported_at'),
    /** Characters of what was said in it by then. */
    importedSize: integer('imported_size'),
    /** SHA-256 (hex) of what that calls it: it is taken once. */
    originHash: text('origin_hash'),
    /** Grows with every change that an open page must hear of. */
    rev: integer('rev').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** On top of its owner's list; out of it. */
    pinnedAt: time('pinned_at'),
    archivedAt: time('archived_at'),
    /** In which folder of its owner it is kept; null: in none. */
    folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
    /** In no list and found by no search; erased soon after it was last used. */
    temporary: boolean('temporary').notNull().default(false),
    /** A deleted chat is seen by nobody; its owner may take it back until it is erased. */
    deletedAt: time('deleted_at'),
    /** When its messages, and what its calls were answered with, went; what was decided in it stays on record. */
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
    /** The client's for a person's message, ours for an answer; unique in the chat. */
    id: text('id').notNull(),
    /** The order of the chat. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** The message before it; null: the chat begins with it. Messages with the same one are versions of each other. */
    parent: text('parent'),
    /** It stands in the branch that is shown. Of the versions of a message one does at most. */
    active: boolean('active').notNull().default(true),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    /** Parts of an AI SDK UI message. */
    parts: json('parts').$type<unknown[]>().notNull(),
    /** Of an answer: which model made it, and what of its window that took; null: nobody noted it. */
    made: json('made').$type<Made>(),
    /** What its text is found by, with the chat's owner, who stands beside it once more; null: not written yet. */
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
    // Few of all messages: whatever concerns other branches costs a chat without them nothing.
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
    /** Which process drives it, and when that was last heard of; meaningless once it does not run. */
    owner: text('owner').notNull(),
    heartbeatAt: time('heartbeat_at').notNull().defaultNow(),
    /** Grows whenever a process takes the run: one that holds an older number may not write for it. How often from one that had died. */
    fence: integer('fence').notNull().default(1),
    recoveries: integer('recoveries').notNull().default(0),
    /** Somebody asked for its end where another process drives it. */
    stopRequestedAt: time('stop_requested_at'),
    /** The model that was chosen when it began: an answer goes on with the one that began it. */
    model: text('model'),
    /** Which tools the model was offered: by the step of the answer, from 1, those that it was not offered before. */
    offered: json('offered').$type<{ step: number; tools: string[] }[]>(),
    error: text('error'),
    /** It is one call that another client makes with this token; null: an answer to a message. */
    tokenId: text('token_id').references(() => tokens.id, { onDelete: 'cascade' }),
    /** The run at the head of the tree, of a sub-agent's; null: it is nobody's. And how many stand above it. */
    rootRunId: text('root_run_id').references((): AnyPgColumn => runs.id, { onDelete: 'cascade' }),
    depth: integer('depth').notNull().default(0),
    /** What that client calls itself: its own words. */
    client: text('client'),
    /** SHA-256 (hex) of the tool and the arguments about which a person is asked; until its outcome was handed on the same call gets it. */
    askedHash: text('asked_hash'),
    answeredAt: time('answered_at'),
    /** When its client called it off, with nobody else waiting for it: what was not sent by then is not sent. */
    withdrawnAt: time('withdrawn_at'),
    /** The call that it takes back, by a person's order. */
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
    // Few of all that ever were: every process looks for them each second. Not by the heartbeat, whose change would have to be
    // written into every index.
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

/** The event log of a run's current segment: what a reload or a second tab replays. Gone once stored. */
export const runEvents = pgTable(
  'run_events',
  {
    runId: ofRun(),
    /** Of the process that wrote it: what one adds that does not hold the run any more is not read. */
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
    /** The name that the server gave itself; null: it gave none, or the card is older than that question. */
    callsItself: text('calls_itself'),
    /** The bare name, the one the model knows, and what the card shows; as they were when asked. */
    tool: text('tool').notNull(),
    modelTool: text('model_tool').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    trusted: boolean('trusted').notNull(),
    risk: text('risk', { enum: ['read-only', 'write', 'destructive'] }).notNull(),
    annotations: jsonb('annotations').$type<Record<string, boolean>>().notNull(),
    /** The canonical bytes of the arguments, and SHA-256 (hex) of them. */
    input: text('input').notNull(),
    inputHash: text('input_hash').notNull(),
    /** Who changed them on the card, what they were (canonical JSON), and all who did: no admin of these confirms it. */
    edited: json('edited').$type<{ by: { id: string; name: string }; before: string }>(),
    editors: text('editors').array().notNull().default([]),
    definitionHash: text('definition_hash').notNull(),
    policyVersion: text('policy_version').notNull(),
    /** Whom it asks, and the rule that wants it so. */
    requirement: text('requirement', { enum: ['ask', 'ask_admin', 'two_admins'] })
      .notNull()
      .default('ask'),
    rule: text('rule').notNull().default('destructive'),
    /** The person who confirms gives the password again. */
    critical: boolean('critical').notNull().default(false),
    /** Calls like this one can be allowed ahead, and taken back afterwards (null: the card is older than that question). */
    grantable: boolean('grantable').notNull().default(false),
    reversible: boolean('reversible'),
    reason: text('reason').notNull(),
    /** What the companion said would go; null without one. Its hash is that of the canonical JSON. */
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
    /** By whom, and SHA-256 (hex) of the token of the session in which it was. */
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedSession: text('decided_session'),
    decisionReason: text('decision_reason'),
    /** How long it is held once confirmed (null: not at all), and until when; when it was taken to be run: once, ever. */
    holdSeconds: integer('hold_seconds'),
    holdUntil: time('hold_until'),
    claimedAt: time('claimed_at'),
    /** When what its card showed went, as that of its call did. */
    contentsErasedAt: time('contents_erased_at'),
  },
  (table) => [
    index('approvals_chat').on(table.chatId, table.requestedAt),
    // To its end, so that cards in the place of others are told from the index alone.
    index('approvals_run').on(table.runId, table.toolCallId, table.kind, table.requestedAt, table.id),
    // What waits is little; what was asked and decided only grows.
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
