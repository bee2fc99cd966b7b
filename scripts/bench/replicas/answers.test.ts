/** Lines of haproxy's log are parsed as they are, and counted correctly. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figuresOf, outageOf } from './answers';
import { type Answered, answeredOf } from './haproxy';

const HAPROXY = '/usr/sbin/haproxy';
const line = (end: string, process: string, status: number, rest: string) =>
  `1795786396.024 ${end} ${process} ${status} ${rest} 76 70`;

it('a line is read: when it ended, how, and whether it said when to try again', () => {
  expect(answeredOf(line('----', 'a', 503, 'GET /api/chat/cha_0123456789 {2}'))).toEqual({
    at: 1_795_786_396_100,
    end: '--',
    process: 'a',
    status: 503,
    method: 'GET',
    path: '/api/chat/ID',
    retryAfter: true,
    tookMs: 70,
  });
  expect(answeredOf(line('SC--', '<NOSRV>', 503, 'GET / {}'))?.retryAfter).toBe(true);
  expect(answeredOf(line('----', 'b', 500, 'GET / {}'))?.retryAfter).toBe(false);
  expect(answeredOf('[NOTICE] haproxy is starting')).toBeUndefined();
});

it('whatever is answered with 5xx counts as wrong, unless no database answered or a process was cut off', () => {
  const at = (time: number, end: string, status: number, path: string, retryAfter = false): Answered => ({
    at: time,
    end,
    process: 'a',
    status,
    method: 'GET',
    path,
    retryAfter,
    tookMs: 1,
  });
  const figures = figuresOf(
    [
      at(1_000, '--', 200, '/api/chats'),
      at(1_000, '--', 404, '/api/chats'),
      at(1_000, '--', 503, '/api/chats', true),
      at(1_000, 'SH', 502, '/api/chats'),
      at(1_000, 'SD', 200, '/api/events'),
      at(60_000, '--', 503, '/api/chats', true),
      at(60_000, '--', 503, '/api/chats'),
      at(60_000, '--', 500, '/'),
      at(60_000, '--', 500, '/api/chats'),
    ],
    [{ from: 59_000, to: 61_000 }],
  );
  expect(figures).toMatchObject({
    all: 9,
    good: 1,
    refused: 1,
    away: 1,
    pagesAway: 1,
    cutOff: 1,
    cutStreams: 1,
  });
  expect(figures.wrong.map(([what]) => what.slice(0, 24)).sort()).toEqual([
    'GET /api/chats: 500, --,',
    'GET /api/chats: 503, --,',
    'GET /api/chats: 503, --,',
  ]);
  expect(figures.wrong.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
});

it('an outage ends with the first answer after the last refusal', () => {
  const looks = [200, 503, 503, 200, 200].map((status, index) => ({
    at: index * 100,
    status,
    retryAfter: status === 503 ? '2' : null,
    tookMs: index,
  }));
  expect(outageOf(looks, 50)).toEqual({ to: 300, bare: 0, longestMs: 2 });
});

const MISSING = existsSync(HAPROXY) ? '' : ' (skipped: haproxy is not installed)';

it.skipIf(MISSING !== '')(`haproxy takes the file that is kept in ops${MISSING}`, () => {
  const here = ['AMBER_BIND', 'AMBER_A', 'AMBER_B', 'AMBER_C', 'POSTGRESQL_BIND'].map((name, index) => [
    name,
    `127.0.0.1:${20_000 + index}`,
  ]);
  const both = ['POSTGRESQL_FIRST', 'POSTGRESQL_SECOND'].map((name) => [name, '127.0.0.1:5432']);
  const file = join(import.meta.dirname, '../../../ops/haproxy/haproxy.cfg');
  const checked = spawnSync(HAPROXY, ['-c', '-f', file], {
    env: { ...process.env, ...Object.fromEntries([...here, ...both]) },
  });
  expect(String(checked.stderr)).not.toContain('ALERT');
  expect(checked.status).toBe(0);
});
