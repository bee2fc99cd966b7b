/** Pages are fetched within limits, and nothing but the requested page is reached. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Folder } from '../testing/folder';
import type { Reach } from '../web/fetch-page';

const folder = new Folder();
let server: Server;
let answer: RequestListener;
let asked: string[] = [];
const address = (path = '/') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const web: Reach = (url, init) => fetch(url, { ...init, redirect: 'manual' });

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  asked = [];
});
afterAll(() => {
  folder.remove();
  server.closeAllConnections();
  server.close();
});

const says = (body: string | Buffer, headers = {}, status = 200): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };
};
const call = (input: object) => folder.call('web_fetch', input, { web });

describe('a page', () => {
  it('is answered as text, cut, with where it goes on', async () => {
    answer = says(`<title>T</title><p>${'word '.repeat(100)}`);
    const first = await call({ url: address(), maxLength: 200 });
    expect(first.output).toMatchObject({ status: 200, type: 'text/html', title: 'T', next: 200 });
    const rest = await call({ url: address(), offset: 200 });
    expect(`${first.output.content}${rest.output.content}`).toBe('word '.repeat(100).trim());
    expect(rest.output.next).toBeNull();
  });

  it('is read in its own letters', async () => {
    answer = says(Buffer.from('caf\u00e9', 'latin1'), { 'content-type': 'text/plain; charset=iso-8859-1' });
    expect((await call({ url: address() })).output.content).toBe('caf\u00e9');
  });

  it('that has moved on the same host is followed, and named where it went to another', async () => {
    answer = (request, response) => {
      if (request.url !== '/there') return says('', { location: '/there' }, 302)(request, response);
      return says('here')(request, response);
    };
    expect((await call({ url: address() })).output).toMatchObject({
      url: address('/there'),
      content: 'here',
    });
    answer = says('', { location: 'http://localhost:1/secret' }, 302);
    const { isError, text } = await call({ url: address() });
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringContaining('another address: http://localhost:1/secret'),
    });
    // Another port of the same host belongs to somebody else, too.
    const elsewhere = address().replace(/:\d+/, ':6379');
    answer = says('', { location: elsewhere }, 302);
    expect((await call({ url: address() })).text).toContain(`another address: ${elsewhere}`);
    answer = says('', { location: '/' }, 302);
    expect((await call({ url: address() })).text).toContain('moves on and on');
  });

  it.each([
    ['what is no text', says('x', { 'content-type': 'image/png' }), 'no text'],
    ['what is too large', says('x'.repeat(6_000_000)), 'larger than'],
    ['what is compressed unasked', says('x', { 'content-encoding': 'gzip' }), 'compressed'],
  ])('is not %s', async (_what, listener, words) => {
    answer = listener;
    const { isError, text } = await call({ url: address() });
    expect(isError).toBe(true);
    expect(text).toContain(words);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com',
    'http://a:b@example.com',
    'nonsense',
    'data:text/html,x',
  ])('is nothing at %s', async (url) => {
    expect((await call({ url })).isError).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is not waited for once the caller has gone', async () => {
    const gone = new AbortController();
    answer = () => gone.abort();
    await expect(
      folder.call('web_fetch', { url: address() }, { web, signal: gone.signal }),
    ).resolves.toMatchObject({ isError: true });
  });
});
