import 'server-only';
/**
 * A person's own data as one file, streamed while it is read: what they said and were answered, what is remembered for
 * them, what they have granted, and the numbers of the receipts that name them. Nobody else's data, and secrets masked.
 */
import type { Database } from '@/db/client';
import { readSessions } from '@/lib/auth/account';
import { readFolders } from '@/lib/chats/folders';
import { snapshotOf } from '@/lib/chats/snapshot';
import { AppError } from '@/lib/errors';
import { readTokens } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { works } from '@/lib/people/roles';
import { readChat } from '@/lib/runs/read-chats';
import { listEveryChat, type OwnChat } from '@/lib/store/chat-list';
import { listGrants } from '@/lib/store/grants';
import {
  findWaysIn,
  listDirectoryOf,
  listFeedbackOf,
  listLimitsOf,
  listNotifiedOf,
  listRulesOf,
  listSharesOf,
  listSignInsOf,
  listUsageOf,
} from '@/lib/store/keeping/person-data';
import { listReceiptsNaming } from '@/lib/store/receipts/receipts';
import { listFacts } from '@/lib/store/settings/facts';
import { findPreferences } from '@/lib/store/settings/preferences';
import { listOwnUploads } from '@/lib/store/uploads/uploads';
import { maskedText, maskedValue } from '@/lib/transport/masked-value';
import { readProfile } from './profile';

/** Read at once. */
const CHATS = 100;
const RECEIPTS = 1000;

const ABOUT =
  'What Amber holds of you. Messages are newest first, in the branches that are shown. Secrets are masked. Receipts are named by their ids; only admins read them.';

export interface OwnDataSource {
  db: Database;
  caller: Caller;
  /** Whether the person may still read it: checked again while it is written. */
  isStill(): Promise<boolean>;
}

/** The file in pieces. */
export async function* ownData(source: OwnDataSource): AsyncGenerator<string> {
  yield `{"about": ${JSON.stringify(ABOUT)}`;
  for (const [name, value] of Object.entries(await small(source))) {
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(value, null, 1)}`;
  }
  if (works(source.caller.role)) yield* list('chats', chats(source));
  yield* list('receipts', receipts(source));
  yield '}\n';
}

/** Each entry is complete, or comes in pieces. */
async function* list(
  name: string,
  entries: AsyncGenerator<string | AsyncGenerator<string>>,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let between = '\n';
  for await (const entry of entries) {
    yield between;
    if (typeof entry === 'string') yield entry;
    else yield* entry;
    between = ',\n';
  }
  yield '\n]';
}

/** What fits into memory however much somebody has. */
async function small({ db, caller }: OwnDataSource) {
  const { userId } = caller;
  const { isDemo: _, ...profile } = await readProfile(db, caller);
  const preferences = await findPreferences(db, userId);
  const sessions = await readSessions(db, caller, '');
  // As a viewer, since an admin would read the whole team's.
  const alone: Caller = { ...caller, role: 'viewer' };
  const tokens = await readTokens(db, alone);
  const grants = await listGrants(db, alone);
  const about = {
    profile: { id: userId, ...profile, team: caller.teamName, role: caller.role },
    preferences: { ...preferences, instructions: maskedText(preferences.instructions) },
    sessions: sessions.map(({ device, address, signedInAt, lastSeenAt }) => ({
      device,
      address,
      signedInAt,
      lastSeenAt,
    })),
    signsIn: await findWaysIn(db, userId),
    directory: await listDirectoryOf(db, userId),
    notified: await listNotifiedOf(db, userId),
    usage: await listUsageOf(db, userId),
    limits: await listLimitsOf(db, userId),
  };
  // What they said while they worked here is also about the company, whose data an auditor does not read.
  if (!works(caller.role)) return about;
  return {
    ...about,
    memory: (await listFacts(db, caller)).map(({ text, createdAt }) => ({
      text: maskedText(text),
      createdAt,
    })),
    clients: tokens.map(({ id, name, scopes, servers, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
      id,
      name: maskedText(name),
      scopes,
      servers,
      createdAt,
      expiresAt,
      lastUsedAt,
      revokedAt,
    })),
    allowedAhead: grants.map(({ grant: { id, server, tool, bounds, createdAt, expiresAt, revokedAt } }) => ({
      id,
      server,
      tool,
      bounds: maskedValue(bounds),
      createdAt,
      expiresAt,
      revokedAt,
    })),
    folders: (await readFolders(db, caller)).map(({ id, name }) => ({ id, name: maskedText(name) })),
    ...(await further(db, userId)),
    files: (await listOwnUploads(db, caller)).map((file) => ({ ...file, name: maskedText(file.name) })),
  };
}

/** Further data about them. */
async function further(db: Database, userId: string) {
  const feedback = await listFeedbackOf(db, userId);
  const shares = await listSharesOf(db, userId);
  return {
    ownRules: await listRulesOf(db, userId),
    signedInAt: maskedValue(await listSignInsOf(db, userId)),
    feedback: feedback.map((one) => ({ ...one, words: maskedText(one.words) })),
    shares: shares.map((one) => ({ ...one, title: maskedText(one.title) })),
  };
}

async function* chats(source: OwnDataSource): AsyncGenerator<AsyncGenerator<string>> {
  let after = '';
  for (;;) {
    const page = await listEveryChat(source.db, source.caller, after, CHATS);
    for (const row of page) yield chat(source, row);
    after = page.at(-1)?.id ?? '';
    if (page.length < CHATS) return;
  }
}

async function* chat(source: OwnDataSource, { title, deletedAt, ...row }: OwnChat): AsyncGenerator<string> {
  const head = { ...row, title: maskedText(title), ...(deletedAt !== null && { deletedAt }) };
  yield JSON.stringify(head).slice(0, -1);
  yield* list('messages', messages(source, row.id));
  yield '}';
}

/** Without deleted chats, which can be restored, or are about to be erased. */
async function* messages({ db, caller, isStill }: OwnDataSource, chatId: string): AsyncGenerator<string> {
  let before: string | undefined;
  do {
    if (!(await isStill())) throw new AppError('unauthorized', 'Sign in first.');
    const view = await readChat(db, caller, chatId, before === undefined ? {} : { before });
    for (const message of snapshotOf('', view?.messages ?? []).messages.toReversed()) {
      yield JSON.stringify(message);
    }
    before = view?.next ?? undefined;
  } while (before !== undefined);
}

async function* receipts({ db, caller, isStill }: OwnDataSource): AsyncGenerator<string> {
  let before: number | undefined;
  do {
    if (!(await isStill())) throw new AppError('unauthorized', 'Sign in first.');
    const page = await listReceiptsNaming(db, caller, before, RECEIPTS);
    for (const { id } of page) yield String(id);
    before = page.length === RECEIPTS ? page.at(-1)?.id : undefined;
  } while (before !== undefined);
}
