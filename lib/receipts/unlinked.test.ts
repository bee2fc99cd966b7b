/**
 * Receipts that are not linked yet are reported: on the page, in every export, and by verification. Earlier exports
 * still verify.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import type { ReceiptFilters } from '@/lib/store/receipts/receipt-search';
import { linkAllReceipts } from './link';
import { csv } from './receipt-csv';
import { exportReceipts } from './receipt-export';
import { type Format, jsonLines } from './receipt-lines';
import { listReceipts } from './receipts';
import { sayVerdict } from './say-verdict';
import { verifyExport } from './verify-receipts';

const { members, receiptLinks, receipts, receiptTail, sessions, teams, users } = schema;
const SECRET = 'a secret for tests only, long enough';
const admin: Caller = {
  teamId: 'tea_1',
  teamName: 'Alder & Finch',
  userId: 'usr_1',
  userName: 'Ada',
  role: 'admin',
};
const folder = mkdtempSync(join(tmpdir(), 'amber-unlinked-'));
afterAll(() => rmSync(folder, { recursive: true }));

function command(file: string): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/verify-receipts.mjs', file], (error, said) => {
      resolve({ code: Number(error?.code ?? 0), said });
    });
  });
}

describe('on PostgreSQL, while somebody else links', () => {
  let opened: OpenDatabase;
  let signedIn = 0;

  beforeAll(async () => {
    const kind = testDatabases.find(({ name }) => name === 'postgres');
    if (!kind) throw new Error('There is no PostgreSQL.');
    opened = await kind.open();
    await opened.db.insert(teams).values({ id: 'tea_1', name: 'Alder & Finch' });
    await opened.db.insert(users).values({ id: 'usr_1', name: 'Ada', email: 'ada@amber.test' });
    await opened.db.insert(members).values({ userId: 'usr_1', teamId: 'tea_1', role: 'admin' });
  });
  afterAll(() => opened.close());

  async function signIn(): Promise<void> {
    const token = `t${signedIn++}`;
    const expiresAt = new Date(Date.now() + 60_000);
    await opened.db.insert(sessions).values({ id: token, token, userId: 'usr_1', expiresAt });
  }

  /** Runs the task while another process holds the lock for linking. */
  function whileOthersLink<Result>(task: () => Promise<Result>): Promise<Result> {
    return opened.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tea_1', 7236011))`);
      return task();
    });
  }

  async function exported(format: Format, filters: ReceiptFilters = {}): Promise<string> {
    let text = '';
    for await (const piece of exportReceipts(opened.db, admin, filters, format, SECRET)) text += piece;
    return text;
  }

  it.each([
    ['JSON lines', jsonLines],
    ['CSV', csv],
  ])('an export as %s has it at its end, marked and counted', async (name, format) => {
    const done = verifyExport(await exported(format));
    const linked = done?.closing?.head.seq ?? 0;
    expect(done?.closing?.unlinked).toMatchObject({ count: 0, since: '', hash: done?.closing?.head.hash });
    await signIn();
    await signIn();
    for (const filters of [{}, { kind: 'joined' }]) {
      const text = await whileOthersLink(() => exported(format, filters));
      const verdict = verifyExport(text);
      expect(verdict).toMatchObject({ fault: null, signature: 'holds', rows: linked + 2 });
      expect(verdict?.closing).toMatchObject({ head: { seq: linked }, unlinked: { count: 2 } });
      const rows = text.split('\n').slice(format.header ? 1 : 0, -2);
      expect(rows.map((row) => format.readRow(row).isUnlinked === true)).toEqual(
        Array.from({ length: linked + 2 }, (_, nth) => nth >= linked),
      );
      const file = join(folder, `${name}.txt`);
      writeFileSync(file, text);
      expect(await command(file)).toMatchObject({
        code: 0,
        said: expect.stringContaining('NOT LINKED YET: the last 2'),
      });
    }
    expect(verifyExport(await exported(format))?.closing).toMatchObject({
      head: { seq: linked + 2 },
      unlinked: { count: 0 },
    });
  });

  it('the page has it on top, without a number, and with one as soon as it is linked', async () => {
    await listReceipts(opened.db, admin);
    await signIn();
    const [top, next] = (await whileOthersLink(() => listReceipts(opened.db, admin))).receipts;
    expect(top).toMatchObject({ seq: null, hash: null, kind: 'signed in' });
    const [now] = (await listReceipts(opened.db, admin)).receipts;
    expect(now).toMatchObject({ id: top?.id, seq: Number(next?.seq) + 1 });
  });

  it('a page is whole, however many of the newest are not linked, and by each filter', async () => {
    const { receipts: before } = await listReceipts(opened.db, admin);
    for (let nth = 0; nth < 25; nth++) await signIn();
    for (const filters of [{}, { person: 'usr_1' }]) {
      const page = await whileOthersLink(() => listReceipts(opened.db, admin, filters, undefined, 3));
      expect(page.receipts.map(({ seq }) => seq === null)).toEqual([
        ...Array.from({ length: 25 }, () => true),
        ...[false, false, false],
      ]);
      expect(page.receipts.slice(25).map(({ id }) => id)).toEqual(before.slice(0, 3).map(({ id }) => id));
      expect(page.next).toBe(before[2]?.id);
    }
    await listReceipts(opened.db, admin);
  });

  it('the sweep of a process links what another left, of every team', async () => {
    for (const id of ['tea_2', 'tea_3']) {
      await opened.db.insert(teams).values({ id, name: id });
      await opened.db.insert(users).values({ id: `usr_${id}`, name: 'Ben', email: `${id}@amber.test` });
      await opened.db.insert(members).values({ userId: `usr_${id}`, teamId: id, role: 'admin' });
    }
    await signIn();
    await linkAllReceipts(opened.db);
    expect(await opened.db.$count(receiptTail)).toBe(0);
    expect(await opened.db.$count(receiptLinks)).toBe(await opened.db.$count(receipts));
  });
});

it('what waited longer than linking takes is told as such', () => {
  const text = readFileSync(fixture('whole.jsonl'), 'utf8');
  const verdict = verifyExport(text);
  const closing = verdict?.closing;
  if (!verdict || !closing) throw new Error('This is no export.');
  const say = (since: string) => {
    const unlinked = { count: 3, hash: closing.head.hash, since };
    return sayVerdict({ ...verdict, closing: { ...closing, unlinked } }).words;
  };
  expect(say(closing.exportedAt)).not.toContain('LONGER');
  expect(say('2026-01-01T00:00:00.000Z')).toContain('LONGER than linking takes');
});

function fixture(name: string): string {
  return fileURLToPath(new URL(`./testing/before-links-${name}`, import.meta.url));
}

/** Written by the version before the links had a table of their own. */
it.each(['whole.jsonl', 'whole.csv', 'narrowed.jsonl', 'narrowed.csv'])(
  'the old export %s verifies, and a change of it is found',
  async (name) => {
    const text = readFileSync(fixture(name), 'utf8');
    expect(verifyExport(text)).toMatchObject({ fault: null, signature: 'holds', rows: 14 });
    expect(await command(fixture(name))).toMatchObject({
      code: 0,
      said: expect.stringContaining('Every receipt is there as it was written: 14.'),
    });
    const changed = text.replace('signed in', 'signed on');
    expect(verifyExport(changed)?.fault).toMatchObject({ what: 'changed', row: 2 });
  },
);
