import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asc, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUniqueViolation, openDatabase, rowsOf } from './client';
import { schema } from './schema/all';
import { MIGRATIONS, testDatabases } from './testing/databases';
import { layEmbedded } from './testing/embedded-template';

const WRITER = fileURLToPath(new URL('./testing/embedded-writer.ts', import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'amber-data-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Lets another process write until it reports that number of committed rows, then kills it. */
async function writeUntilKilled(rows: number): Promise<number> {
  const writer = spawn(process.execPath, [WRITER, dataDir, MIGRATIONS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'exit');
  let said = '';
  writer.stdout.on('data', (text: Buffer) => {
    said += text;
    if (said.split('\n').length > rows) writer.kill('SIGKILL');
  });
  expect((await ended)[1]).toBe('SIGKILL');
  return said.split('\n').length - 1;
}

describe('the embedded database', () => {
  test('keeps every committed row of a process that was killed, and lets the next one in', async () => {
    await layEmbedded(dataDir, MIGRATIONS);
    const committed = await writeUntilKilled(50);

    const { db, close } = await openDatabase({ dataDir });
    const teams = await db
      .select({ id: schema.teams.id })
      .from(schema.teams)
      .orderBy(asc(schema.teams.createdAt));
    await close();

    // One more may have been committed without the killed process being able to report it.
    expect(teams.length).toBeGreaterThanOrEqual(committed);
    expect(teams.length).toBeLessThanOrEqual(committed + 1);
    expect(teams.map(({ id }) => id)).toEqual(teams.map((_, index) => `tea_${index + 1}`));
  });

  test('is refused while it is open, and not damaged by the attempt', async () => {
    await layEmbedded(dataDir);
    const first = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toThrow(dataDir);
    await first.db.execute(sql`select now()`);
    await first.close();
    await (await openDatabase({ dataDir })).close();
  });

  test('takes no more memory for its pages than it needs', async () => {
    await layEmbedded(dataDir);
    const { db, close } = await openDatabase({ dataDir });
    expect(await rowsOf(db, sql`show shared_buffers`)).toEqual([{ shared_buffers: '32MB' }]);
    await close();
  });

  test('makes the folder it is told to use', async () => {
    const { close } = await openDatabase({ dataDir: join(dataDir, 'deeper', 'still') });
    await close();
  });

  test.each([
    ['a file where the folder belongs', () => writeFileSync(join(dataDir, 'db'), 'not a database')],
    ['a folder of something else', () => writeForeignFolder()],
  ])('says what to do about %s, and leaves no lock behind', async (_, damage) => {
    damage();
    await expect(openDatabase({ dataDir })).rejects.toThrow(join(dataDir, 'db'));
    expect(readdirSync(dataDir)).toEqual(['db']);
  });

  test('says what to do about damaged files', async () => {
    await layEmbedded(dataDir);
    truncateSync(join(dataDir, 'db', 'global', 'pg_control'));
    await expect(openDatabase({ dataDir })).rejects.toThrow(/damaged[\s\S]*DATABASE_URL/);
  });
});

function writeForeignFolder(): void {
  mkdirSync(join(dataDir, 'db'));
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '9.6\n');
}

test.each(testDatabases)('a unique violation is recognised on $name', async ({ open }) => {
  const { db, close } = await open();
  await db.insert(schema.teams).values({ id: 'tea_1', name: 'Alder & Finch' });
  const again = db.insert(schema.teams).values({ id: 'tea_1', name: 'Again' });
  await expect(again).rejects.toSatisfy(isUniqueViolation);
  const nameless = db.insert(schema.teams).values({ id: 'tea_2', name: null as unknown as string });
  await expect(nameless).rejects.not.toSatisfy(isUniqueViolation);
  await close();
});
