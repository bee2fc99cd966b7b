import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ToolContext } from '../context';
import { scopesOf } from '../scopes';
import { ToolsClient } from '../testing/tools-client';
import { readResults, searchRequest } from '../web-search-service';

let service: Server | undefined;
afterEach(() => {
  service?.closeAllConnections();
  service?.close();
});

/** A client of the tool, with SearXNG played by `answer`. */
async function searching(answer: RequestListener): Promise<{ client: ToolsClient; origin: string }> {
  service = createServer(answer);
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return { client: await clientOf({ searxngUrl: `${origin}/` }), origin };
}

function clientOf(webSearch: ToolContext['webSearch']): Promise<ToolsClient> {
  const person = { teamId: 'team', userId: 'user', scopes: scopesOf('viewer'), appUrl: '' };
  return ToolsClient.connect({ ...person, db: undefined as never, webSearch });
}

describe('SearXNG', () => {
  test('is asked for JSON, and what it found comes back as plain text', async () => {
    const asked: string[] = [];
    const { client } = await searching((request, response) => {
      asked.push(request.url ?? '');
      const found = [
        {
          title: ' VAT <b>rates</b>\n2026 ',
          url: 'https://tax.test/vat',
          content: 'x'.repeat(900),
          engine: 'e',
        },
        { title: 'Script', url: 'javascript:alert(1)', content: 'no' },
        { title: 'Bare', url: 'http://bare.test/', content: null },
      ];
      response.end(JSON.stringify({ query: 'x', results: found }));
    });
    const answer = await client.call('web_search', { query: 'VAT & rates' });
    expect(asked).toEqual(['/search?q=VAT+%26+rates&format=json']);
    expect(answer.results).toEqual([
      {
        title: 'VAT rates 2026',
        url: 'https://tax.test/vat',
        snippet: expect.stringMatching(/^x{500}… \[400 more characters\]$/),
      },
      { title: 'Bare', url: 'http://bare.test/', snippet: '' },
    ]);
  });

  test('may find more than was asked for', async () => {
    const { client } = await searching((_, response) => {
      const results = Array.from({ length: 30 }, (_, index) => ({
        title: 't',
        url: `http://a.test/${index}`,
      }));
      response.end(JSON.stringify({ results }));
    });
    expect((await client.call('web_search', { query: 'x', limit: 3 })).results).toHaveLength(3);
  });

  test('is not followed elsewhere', async () => {
    const paths: string[] = [];
    const { client } = await searching((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await client.fail('web_search', { query: 'x' })).toContain('302');
    expect(paths).toHaveLength(1);
  });

  test.each<[string, RequestListener]>([
    ['fails', (_, response) => void response.writeHead(500).end('stack trace')],
    ['answers a page', (_, response) => void response.end('<html>')],
    ['hangs up', (request) => void request.socket.destroy()],
    ['answers without end', (_, response) => void endless(response)],
  ])('that %s is told as an error without its words', async (_, answer) => {
    const { client, origin } = await searching(answer);
    const text = await client.fail('web_search', { query: 'x' });
    expect(text).toContain('search service');
    expect(text).not.toContain(origin);
    expect(text).not.toContain('stack trace');
  });
});

test('without a service that answers the error is the same', async () => {
  const { client } = await searching(() => {});
  await new Promise((resolve) => service?.close(resolve));
  expect(await client.fail('web_search', { query: 'x' })).toContain('search service');
});

describe('Brave', () => {
  test('is asked with the key in a header, and only when there is no SearXNG', () => {
    const request = searchRequest({ braveApiKey: 'key' }, 'a b');
    expect(request?.url.origin).toBe('https://api.search.brave.com');
    expect(request?.url.searchParams.get('q')).toBe('a b');
    expect(request?.url.href).not.toContain('key');
    expect(request?.headers['x-subscription-token']).toBe('key');
    const own = searchRequest({ braveApiKey: 'key', searxngUrl: 'http://own.test/searx' }, 'a');
    expect(own?.url.href).toBe('http://own.test/searx/search?q=a&format=json');
    expect(JSON.stringify(own?.headers)).not.toContain('key');
    expect(searchRequest({}, 'a')).toBeNull();
  });

  test('answers in a shape of its own', () => {
    const results = [{ title: 'A', url: 'https://a.test', description: 'It is <strong>a</strong>' }];
    expect(readResults({ web: { results } })).toEqual([
      { title: 'A', url: 'https://a.test', snippet: 'It is a' },
    ]);
    expect(readResults({ query: {} })).toEqual([]);
    expect(readResults([])).toEqual([]);
  });
});

function endless(response: Parameters<RequestListener>[1]): void {
  const chunk = 'x'.repeat(65_536);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
