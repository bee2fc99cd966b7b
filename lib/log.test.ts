import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { describeError, log } from './log';
import { withIds } from './seeing/ids';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(process.stderr, 'isTTY');
});

function lineOf(fields: Record<string, unknown>): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  log('info', 'test', fields);
  return String(write.mock.lastCall?.[0]);
}

test('one record is one line of plain characters, whatever is in it', () => {
  const value = 'a\r\n{"level":"error"}\u2028\u202e\u001b[31m\u200b\u{e0041}é';
  const line = lineOf({ value });
  expect(line).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', event: 'test', value });
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
  expect(lineOf({ value })).toMatch(/^[\x20-\x7e]+\n$/);
});

test('on a terminal people read it, elsewhere programs do', () => {
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
  expect(lineOf({ server: 's' })).toMatch(/^\d\d:\d\d:\d\d info {2}test server="s"\n$/);
  Object.defineProperty(process.stderr, 'isTTY', { value: false, configurable: true });
  expect(JSON.parse(lineOf({ server: 's' }))).toMatchObject({ event: 'test', server: 's' });
});

test('each line says to which request, run and call it belongs, also behind what is waited for', async () => {
  const within = withIds({ request: 'q' }, () =>
    withIds({ run: 'r', call: 'c' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return lineOf({});
    }),
  );
  expect(JSON.parse(await within)).toMatchObject({ request: 'q', run: 'r', call: 'c' });
  expect(JSON.parse(lineOf({}))).not.toHaveProperty('request');
});

test('of an error its kind, its codes and where it came from, and nothing that it says', () => {
  const said = 'hush a@b.test\n    at hush (hush:1:1)';
  const query = new DrizzleQueryError('select 1 where token = $1', ['hush'], new Error(said));
  const mail = Object.assign(new Error(said), { code: 'EENVELOPE', responseCode: 550, response: said });
  const database = Object.assign(new Error('invalid input: "hush"'), {
    name: 'PostgresError',
    code: '22P02',
    column_name: 'a hush',
    table_name: 'runs',
  });
  const renamed = Object.assign(new Error('x'), { name: 'hush a@b.test' });
  const changed = new Error('before');
  changed.message = said;
  changed.stack = `Error: hush\n    at hush (hush:1:1)`;
  for (const error of [
    query,
    mail,
    database,
    renamed,
    changed,
    new Error('around', { cause: query }),
    said,
  ]) {
    const line = lineOf({ error: describeError(error) });
    expect(line).not.toContain('hush');
    expect(line).not.toContain('a@b');
  }
  expect(describeError(query)).toMatchObject({
    query: 'select 1 where token = $1',
    cause: { name: 'Error' },
  });
  expect(describeError(mail)).toMatchObject({ code: 'EENVELOPE', responseCode: 550 });
  expect(describeError(database)).toMatchObject({ name: 'PostgresError', code: '22P02', table_name: 'runs' });
  expect(describeError(mail).at).toMatch(/log\.test\.ts:\d+:\d+/);
});
