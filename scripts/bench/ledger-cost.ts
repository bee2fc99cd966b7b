/**
 * (d) What the ledger adds to a call that needs no confirmation: the three statements with which the gate opens it and
 * the executor advances it, by the ledger's own functions, one call after another, on both kinds of database. Loaded by
 * `ledger.ts`, since plain node cannot resolve the imports of the app's files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, type DatabaseOptions, openDatabase } from '@/db/client';
import { newId, randomToken } from '@/db/ids';
import { migrate } from '@/db/migrate';
import { schema } from '@/db/schema/all';
import type { CallOutput } from '@/lib/execution/call-record';
import { advance, type CallPlace, openCall } from '@/lib/execution/ledger';
import { sha256Hex } from '@/lib/values/canonical-json';
import { WRITE } from '@/mcp/annotations';
import { median, type Spread, spread } from './statistics';

const CALLS = { warmUp: 200, measured: 500 };

const TOOL = {
  server: 'desk',
  serverUrl: 'http://127.0.0.1/mcp',
  trusted: true,
  name: 'note',
  modelName: 'desk__note',
  title: 'Note',
  description: 'Notes something.',
  inputSchema: { type: 'object' },
  declared: {},
  annotations: WRITE,
  risk: 'write' as const,
  definitionHash: sha256Hex('note'),
  contractHash: '',
};
const MADE = {
  step: 1,
  tool: TOOL,
  input: { customer: 'cus_9f2c41d07ab3', text: 'Called back; wants the invoice by mail.' },
};
/** 1 kB of text. */
const RESULT: CallOutput = { content: [{ type: 'text', text: 'x'.repeat(1000) }] };

export interface LedgerFigures {
  embedded: LedgerCost;
  postgres: LedgerCost;
}

export interface LedgerCost {
  call: Spread;
  /** The median of a durable commit, measured alternately with the calls. */
  commit: number;
}

/** @param url of an empty PostgreSQL database */
export async function measureLedger(url: string, migrations: string): Promise<LedgerFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-bench-'));
  try {
    return {
      embedded: await measureOn({ dataDir: folder }, migrations),
      postgres: await measureOn({ dataDir: folder, url }, migrations),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(options: DatabaseOptions, migrations: string): Promise<LedgerCost> {
  const { db, serve, close } = await openDatabase(options);
  try {
    await migrate(db, migrations);
    await db.execute(sql`create table bench_commits (n int)`);
    await db.execute(sql`grant insert on bench_commits to public`);
    const { role: refusal } = await serve();
    if (refusal !== undefined) throw new Error(refusal);
    const place = await addRun(db);
    const times: number[] = [];
    const commits: number[] = [];
    for (let call = 0; call < CALLS.warmUp + CALLS.measured; call++) {
      const startedAt = performance.now();
      await writeDown(db, place);
      const writtenAt = performance.now();
      await db.execute(sql`insert into bench_commits values (${call})`);
      if (call < CALLS.warmUp) continue;
      times.push(writtenAt - startedAt);
      commits.push(performance.now() - writtenAt);
    }
    return { call: spread(times), commit: median(commits) };
  } finally {
    await close();
  }
}

/** One call's states: judged, claimed, sent, answered. @throws if a transition failed */
async function writeDown(db: Database, place: CallPlace): Promise<void> {
  const fence = { runId: place.runId, fence: 1 };
  const opened = await openCall(db, place, { toolCallId: newId('call'), ...MADE });
  const dispatched = await advance(db, opened, ['claimed', 'dispatched'], {}, fence);
  const resultHash = sha256Hex(JSON.stringify(RESULT));
  const ended =
    dispatched && (await advance(db, dispatched, 'success', { result: RESULT, resultHash, sends: 1 }));
  if (ended?.status !== 'success') throw new Error('The ledger did not take a step.');
}

/** A live run, with the rows that it needs. */
async function addRun(db: Database): Promise<CallPlace> {
  const [teamId, userId, chatId, runId] = [newId('team'), newId('usr'), randomToken(), randomToken()];
  const caller = { userId, userName: 'Mia', teamId, teamName: 'Bench', role: 'member' as const };
  await db.insert(schema.teams).values({ id: teamId, name: caller.teamName });
  await db.insert(schema.users).values({ id: userId, name: caller.userName, email: 'mia@amber.test' });
  await db.insert(schema.chats).values({ id: chatId, teamId, userId, title: 'Calls' });
  const messages = { userMessageId: 'question', messageId: 'answer' };
  await db.insert(schema.runs).values({ id: runId, chatId, ...messages, status: 'running', owner: 'bench' });
  return { caller, chatId, runId };
}
