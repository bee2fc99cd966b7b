import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { describeError, log } from './log';

afterEach(() => {
  vi.restoreAllMocks();
});

function lineOf(fields: Record<string, unknown>): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  log('info', 'test', fields);
  return String(write.mock.calls[0]?.[0]);
}

test('one record is one line of plain characters, whatever is in it', () => {
  const value = 'a\r\n{"level":"error"}\u2028\u202e\u001b[31m\u200b\u{e0041}é';
  const line = lineOf({ value });
  expect(line).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', event: 'test', value });
});

test('the values of a failed query stay out, in text and stack and below a cause', () => {
  const query = new DrizzleQueryError('select 1 where token = $1', ['hush'], new Error('away'));
  for (const error of [query, new Error('around', { cause: query })]) {
    const line = lineOf({ error: describeError(error) });
    expect(line).toContain('token = $1');
    expect(line).toContain('away');
    expect(line).not.toContain('hush');
  }
});
