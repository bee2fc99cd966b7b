/** The request guard, tested with real requests: who gets through, and what everyone else is told. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError, type ErrorCode } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type Door, endpoint, type Incoming, methods, openEndpoint } from './route';

const ORIGIN = 'http://localhost:3000';
const member: Caller = {
  userId: 'usr_1',
  userName: 'Mel',
  teamId: 'tea_1',
  teamName: 'Halden',
  role: 'member',
};
const door = (caller: Caller | null = member): Door => ({
  caller: async () => caller,
  origins: () => [ORIGIN],
});

const Body = z.strictObject({ text: z.string().max(200_000), mode: z.enum(['plan', 'default']).optional() });

/** A route that records what reached its handler. */
function recording(caller: Caller | null = member) {
  const seen: Incoming<unknown, unknown, unknown>[] = [];
  const handle = async (incoming: Incoming<unknown, unknown, unknown>) => {
    seen.push(incoming);
    return { done: true };
  };
  const route = methods(
    { GET: endpoint({ handle }), POST: endpoint({ body: Body, handle }), DELETE: endpoint({ handle }) },
    door(caller),
  );
  return { route, seen };
}

type Handler = ReturnType<typeof methods>['POST'];
type Sent = { body?: BodyInit; headers?: Record<string, string | null>; method?: string; id?: string };

function send(
  handler: Handler,
  { body = '{"text":"hi"}', headers = {}, method = 'POST', id = 'abc' }: Sent = {},
) {
  const all = new Headers({ origin: ORIGIN, 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  const withBody = method !== 'GET' && body !== '';
  const init = { method, headers: all, ...(withBody && { body, duplex: 'half' }) };
  return handler(new Request(`${ORIGIN}/api/thing/${id}?x=1`, init), { params: Promise.resolve({ id }) });
}

async function codeOf(response: Response): Promise<ErrorCode> {
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = (await response.json()) as { error: { code: ErrorCode; message: string } };
  expect(error.message).not.toBe('');
  return error.code;
}

describe('what comes through', () => {
  test('a signed-in request of our own with a good body', async () => {
    const { route, seen } = recording();
    const response = await send(route.POST, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ done: true });
    expect(seen).toMatchObject([{ caller: member, body: { text: 'hi' }, params: { id: 'abc' } }]);
  });

  test('GET needs no Origin, DELETE no body', async () => {
    const { route, seen } = recording();
    const bare = { origin: null, 'content-type': null };
    expect((await send(route.GET, { method: 'GET', headers: bare })).status).toBe(200);
    const removal = { method: 'DELETE', body: '', headers: { 'content-type': null } };
    expect((await send(route.DELETE, removal)).status).toBe(200);
    expect(seen).toHaveLength(2);
  });

  test('characters that no database keeps arrive as visible stand-ins', async () => {
    const { route, seen } = recording();
    await send(route.POST, { body: '{"text":"a\\u0000b\\ud800c\\ud83d\\ude00"}' });
    expect(seen[0]?.body).toEqual({ text: 'a\u2400b\ufffdc\u{1f600}' });
  });

  test('search parameters are checked when they are declared', async () => {
    const handle = async ({ query }: { query: unknown }) => query;
    const route = methods(
      { GET: endpoint({ query: z.strictObject({ x: z.literal('1') }), handle }) },
      door(),
    );
    const get = (search: string) =>
      route.GET(new Request(`${ORIGIN}/api/thing${search}`), { params: Promise.resolve(undefined) });
    expect(await (await get('?x=1')).json()).toEqual({ x: '1' });
    for (const search of ['', '?x=2', '?x=1&y=2', '?x=1&x=1']) expect((await get(search)).status).toBe(400);
  });

  test('an open handler needs no session, but everything else', async () => {
    const route = methods({ POST: openEndpoint({ body: Body, handle: async () => undefined }) }, door(null));
    expect((await send(route.POST)).status).toBe(204);
    expect((await send(route.POST, { headers: { origin: null } })).status).toBe(403);
  });
});

const refused: [string, Sent, ErrorCode][] = [
  ['no Origin', { headers: { origin: null } }, 'forbidden'],
  ['Origin null', { headers: { origin: 'null' } }, 'forbidden'],
  ['a foreign Origin', { headers: { origin: 'http://evil.example' } }, 'forbidden'],
  ['an Origin that only begins like ours', { headers: { origin: `${ORIGIN}.evil.example` } }, 'forbidden'],
  ['a cross-site fetch', { headers: { 'sec-fetch-site': 'cross-site' } }, 'forbidden'],
  ['a same-site fetch', { headers: { 'sec-fetch-site': 'same-site' } }, 'forbidden'],
  ['a form', { headers: { 'content-type': 'text/plain' } }, 'unsupported_media_type'],
  ['no content type', { headers: { 'content-type': null } }, 'unsupported_media_type'],
  [
    'another charset',
    { headers: { 'content-type': 'application/json; charset=latin1' } },
    'unsupported_media_type',
  ],
  ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 'unsupported_media_type'],
  ['101 kB', { body: JSON.stringify({ text: 'x'.repeat(101_000) }) }, 'too_large'],
  ['a content-length over the cap', { headers: { 'content-length': '100001' } }, 'too_large'],
  ['bad JSON', { body: '{"text":' }, 'bad_request'],
  ['no body', { body: '' }, 'bad_request'],
  ['bytes that are no UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 'bad_request'],
  ['another shape', { body: '{"text":1}' }, 'bad_request'],
  ['a further field', { body: '{"text":"hi","approved":true}' }, 'bad_request'],
  ['an array', { body: '[]' }, 'bad_request'],
  ['a key twice', { body: '{"text":"a","te\\u0078t":"b"}' }, 'bad_request'],
  ['__proto__', { body: '{"text":"a","__proto__":{"admin":true}}' }, 'bad_request'],
  ['endless depth', { body: '['.repeat(40_000) + ']'.repeat(40_000) }, 'bad_request'],
  ['an id that is none', { id: '%00' }, 'not_found'],
];

describe('what is refused', () => {
  test.each(refused)('%s', async (_, sent, code) => {
    const { route, seen } = recording();
    const response = await send(route.POST, sent);
    expect(await codeOf(response)).toBe(code);
    expect(response.status).toBe(new AppError(code, '').status);
    expect(seen).toEqual([]);
  });

  test('101 kB without a content-length: counted, and not read to the end', async () => {
    const { route, seen } = recording();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(10_000).fill(0x20));
      },
    });
    expect(await codeOf(await send(route.POST, { body }))).toBe('too_large');
    expect(pulled).toBeLessThan(20);
    expect(seen).toEqual([]);
  });

  test('nobody signed in, whatever else is wrong', async () => {
    const { route, seen } = recording(null);
    for (const sent of [{}, { headers: { origin: null } }, { body: '{' }]) {
      expect(await codeOf(await send(route.POST, sent))).toBe('unauthorized');
    }
    expect(await codeOf(await send(route.GET, { method: 'GET' }))).toBe('unauthorized');
    expect(seen).toEqual([]);
  });

  test('a body where none is declared', async () => {
    const { route, seen } = recording();
    expect(await codeOf(await send(route.DELETE, { method: 'DELETE' }))).toBe('bad_request');
    expect(seen).toEqual([]);
  });

  test('other methods, with those that are possible', async () => {
    const { route } = recording();
    const response = await send(route.PUT, { method: 'PUT' });
    expect(response.headers.get('allow')).toBe('GET, POST, DELETE');
    expect(await codeOf(response)).toBe('method_not_allowed');
    for (const method of ['HEAD', 'PATCH', 'OPTIONS'] as const) {
      expect((await send(route[method], { method, body: '' })).status).toBe(405);
    }
  });
});

describe('what a handler throws', () => {
  const answerTo = (thrown: unknown) => {
    const handle = async () => {
      throw thrown;
    };
    return send(methods({ POST: endpoint({ body: Body, handle }) }, door()).POST);
  };

  test('an error that may be shown, with what stands beside it', async () => {
    const response = await answerTo(new AppError('changed', 'Something differs now.', { approvalId: 'a1' }));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      error: { code: 'changed', message: 'Something differs now.' },
      approvalId: 'a1',
    });
  });

  test('anything else tells nothing of itself', async () => {
    for (const thrown of [new Error('secret detail'), 'secret detail', undefined]) {
      const response = await answerTo(thrown);
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).not.toContain('secret detail');
      expect(text).toContain('"code":"internal"');
    }
  });

  test('a database that is away', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(await codeOf(await answerTo(new Error('Failed query', { cause: away })))).toBe('unavailable');
    const fetched = new TypeError('fetch failed', { cause: away });
    expect(await codeOf(await answerTo(fetched))).toBe('internal');
  });
});

describe('files', () => {
  /** A body that is not completely sent before `end` is called. */
  function slowBody() {
    let isRead = false;
    const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          isRead = true;
          begun.resolve();
          await hold.promise;
          controller.enqueue(new Uint8Array([1]));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return { body, begun: begun.promise, end: hold.resolve, isRead: () => isRead };
  }

  const person = (userId: string): Door => ({ ...door({ ...member, userId }) });
  const post = (route: ReturnType<typeof methods>, body: BodyInit, headers: Sent['headers'] = {}) =>
    send(route.POST, { body, headers: { 'content-type': 'application/octet-stream', ...headers } });

  test('one of each person is taken at a time; what is beyond those that may wait is not read', async () => {
    const file = endpoint({ fileBytes: 10, filesWaiting: 1, handle: async ({ file }) => file.length });
    const [anna, ben] = ['anna', 'ben'].map((userId) => methods({ POST: file }, person(userId)));
    if (!anna || !ben) throw new Error('Two are needed.');
    const [first, second, third] = [slowBody(), slowBody(), slowBody()];
    // Another page's request does not take their turn.
    expect((await post(anna, first.body, { origin: 'https://evil.test' })).status).toBe(403);
    const going = post(anna, first.body);
    await first.begun;
    const waiting = post(anna, second.body);
    const refused = await post(anna, third.body);
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'too_many_requests']);
    expect(await (await post(ben, 'abc')).json()).toBe(3);
    expect([second.isRead(), third.isRead()]).toEqual([false, false]);
    first.end();
    second.end();
    expect([await (await going).json(), await (await waiting).json()]).toEqual([1, 1]);
    // A failed one gives up its turn as well.
    expect((await post(anna, 'more than ten')).status).toBe(413);
    expect((await post(anna, 'abc')).status).toBe(200);
  });
});
