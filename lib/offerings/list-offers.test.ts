/** What servers offer besides tools: found over every transport, bounded, and separate for each person. */
import { afterEach, describe, expect, it } from 'vitest';
import { createConnections } from '@/lib/connections/connect';
import { CALLER, EMPTY_OWN } from '@/lib/connections/testing/caller';
import type { Caller } from '@/lib/people/caller';
import { HIDDEN } from '@/lib/transport/secrets';
import type { ServerConfig } from '@/lib/transport/server-config';
import { complete } from './complete';
import { readContents } from './contents';
import { listOffers, type OffersWanted } from './list-offers';
import { LIST_LIMITS } from './list-pages';
import {
  type Answers,
  type OfferingServer,
  offeringProgram,
  startOfferingServer,
} from './testing/offering-server';

const NEVER = new AbortController().signal;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(answers: Answers, options?: Parameters<typeof startOfferingServer>[1]) {
  const server = await startOfferingServer(answers, options);
  closing.push(() => server.close());
  return server;
}

function connect(servers: ServerConfig[], more: object = {}) {
  const pool = createConnections({ own: EMPTY_OWN, servers, ...more });
  closing.push(() => pool.close());
  return (caller: Caller = CALLER) => pool.connectionsFor(caller).askable();
}

const WANTED: OffersWanted = {
  kind: 'resources',
  query: '',
  signal: NEVER,
  may: () => true,
  patienceMs: 60_000,
};
const found = async (config: ServerConfig, more: Partial<OffersWanted> = {}) =>
  listOffers(await connect([config])(), { ...WANTED, ...more });

const NOTE = { uri: 'note://one', name: 'one', title: 'First note', mimeType: 'text/plain' };
const RESULTS = {
  'resources/list': { resources: [NOTE] },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'note' }] },
  'prompts/list': { prompts: [{ name: 'review', arguments: [{ name: 'month', required: true }] }] },
  'resources/read': { contents: [{ uri: 'note://one', text: 'Hello' }] },
  'completion/complete': { completion: { values: ['2026-10', '2026-11'] } },
};
const answering =
  (results: Record<string, object>): Answers =>
  ({ method = '' }) =>
    results[method];
const EMPTY = { 'resources/list': { resources: [] }, 'resources/templates/list': { resourceTemplates: [] } };

describe('resources and prompts', () => {
  it.each(['2026', '2025', '2024', 'program'])('are found, read and completed over %s', async (way) => {
    const server = way === 'program' ? undefined : await start(answering(RESULTS), { revision: way });
    const config = server?.config ?? offeringProgram(RESULTS);
    const servers = await connect([config])();
    const resources = await listOffers(servers, WANTED);
    expect(resources).toEqual({
      offers: [
        {
          kind: 'resource',
          server: 's',
          outside: true,
          uri: 'note://one',
          title: 'First note',
          mimeType: 'text/plain',
        },
        {
          kind: 'template',
          server: 's',
          outside: true,
          template: 'note://{id}',
          title: 'note',
          fields: [{ name: 'id', required: true }],
        },
      ],
      more: false,
      silent: [],
    });
    const prompts = await listOffers(servers, { ...WANTED, kind: 'prompts' });
    expect(prompts.offers).toMatchObject([
      { kind: 'prompt', name: 'review', fields: [{ name: 'month', required: true }] },
    ]);
    const s = servers.find(({ name }) => name === 's');
    if (!s) throw new Error('no server');
    expect((await readContents(s, 'note://one', NEVER)).contents).toMatchObject([
      { text: 'Hello', name: 'one' },
    ]);
    const asked = {
      server: 's',
      of: { prompt: 'review' },
      field: 'month',
      value: '2026',
      others: { a: 'b' },
    };
    expect(await complete(servers, asked, () => true, NEVER)).toEqual({ values: ['2026-10', '2026-11'] });
    if (!server) return;
    expect(server.asked('completion/complete')[0]?.message.params).toMatchObject({
      ref: { type: 'ref/prompt', name: 'review' },
      argument: { name: 'month', value: '2026' },
      context: { arguments: { a: 'b' } },
    });
    const [read] = server.asked('resources/read');
    expect(read?.headers['mcp-name']).toBe(way === '2026' ? 'note://one' : undefined);
  });

  it('are asked for only of servers that say that they have them', async () => {
    const server = await start(answering(RESULTS), { capabilities: { tools: {}, prompts: {} } as never });
    expect(await found(server.config)).toEqual({ offers: [], more: false, silent: [] });
    expect(server.asked('resources/list')).toEqual([]);
    expect(server.asked('resources/templates/list')).toEqual([]);
  });

  it('of a list without end are cut, and one that goes in circles is left', async () => {
    let page = 0;
    const endless = await start(({ method }) => {
      if (method === 'resources/templates/list') return { resourceTemplates: [], nextCursor: 'again' };
      page += 1;
      return { resources: [{ uri: `note://${page}`, name: `n${page}` }], nextCursor: `page-${page}` };
    });
    const list = await found(endless.config);
    expect(list.more).toBe(true);
    expect(list.offers).toHaveLength(LIST_LIMITS.pages);
    expect(endless.asked('resources/list')).toHaveLength(LIST_LIMITS.pages);
    expect(endless.asked('resources/templates/list')).toHaveLength(2);
  });

  it('of a list that is too large are missing, and their server is named', async () => {
    const huge = { uri: 'note://huge', name: 'x'.repeat(LIST_LIMITS.bytes) };
    const server = await start(answering({ ...EMPTY, 'resources/list': { resources: [huge] } }));
    expect(await found(server.config)).toEqual({ offers: [], more: false, silent: [{ server: 's' }] });
  });

  it('of a server that never answers harm no other', async () => {
    const slow = await start(({ method }) =>
      method === 'resources/list' ? 'never' : { resourceTemplates: [] },
    );
    const good = await start(answering({ ...EMPTY, ...RESULTS }), { name: 'good' });
    const servers = await connect([slow.config, good.config])();
    const quiet = await startOfferingServer(() => undefined, { name: 'quiet' });
    closing.push(() => quiet.close());
    await quiet.close();
    const list = await listOffers([...servers, ...(await connect([quiet.config])())], {
      ...WANTED,
      patienceMs: 5_000,
    });
    expect(list.offers.map(({ server }) => server)).toEqual(['good', 'good']);
    expect(list.silent.map(({ server }) => server)).toEqual(['s', 'quiet']);
  });

  it('are found where a server knows no templates', async () => {
    const server = await start(answering({ 'resources/list': { resources: [NOTE] } }));
    expect(await found(server.config)).toMatchObject({ offers: [{ uri: 'note://one' }], silent: [] });
  });

  it('are given up when nobody waits for them any more', async () => {
    const gone = new AbortController();
    const server = await start(({ method }) => {
      if (method === 'resources/list') gone.abort(new Error('typed on'));
      return 'never';
    });
    await expect(found(server.config, { signal: gone.signal })).rejects.toThrow('typed on');
  });

  it('are shown without secrets and in bounds, or not at all', async () => {
    const token = 'ghp_abcdefghijklmnop1234';
    const resources = [
      { uri: `note://x?token=${token}`, name: 'address with a secret' },
      {
        uri: 'note://two',
        name: 'n',
        title: `My ${token} \u202e<img src=x onerror=alert(1)>`,
        description: 'd'.repeat(5_000),
        size: -1,
      },
      { uri: 'note://two', name: 'the same again' },
      { uri: 5, name: 'no address' },
      { uri: `note://${'x'.repeat(3_000)}`, name: 'too long' },
      null,
      'words',
    ];
    const resourceTemplates = [
      { uriTemplate: 'note://plain', name: 'leaves nothing open' },
      { uriTemplate: 'note://{', name: 'broken' },
      { uriTemplate: `note://${'{a}'.repeat(400)}`, name: 'too long' },
    ];
    const server = await start(
      answering({ 'resources/list': { resources }, 'resources/templates/list': { resourceTemplates } }),
    );
    const { offers } = await found(server.config);
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({
      uri: 'note://two',
      title: `My ${HIDDEN} \u202e<img src=x onerror=alert(1)>`,
    });
    expect(offers[0]?.description).toHaveLength(300);
    expect(JSON.stringify(offers)).not.toContain(token);
    expect(offers[0]).not.toHaveProperty('size');
  });

  it('of prompts with fields that cannot be used are left out', async () => {
    const prompts = [
      { name: 'fine', title: 'Fine', arguments: [{ name: 'a', description: 'A', title: 'The a' }] },
      { name: 'odd', arguments: [{ title: 'no name' }] },
      { name: 'many', arguments: Array.from({ length: 50 }, (_, nth) => ({ name: `a${nth}` })) },
      { name: '' },
    ];
    const server = await start(answering({ 'prompts/list': { prompts } }));
    const { offers } = await found(server.config, { kind: 'prompts' });
    expect(offers).toEqual([
      {
        kind: 'prompt',
        server: 's',
        outside: true,
        name: 'fine',
        title: 'Fine',
        fields: [{ name: 'a', title: 'The a', description: 'A', required: false }],
      },
    ]);
  });

  it('are found by words, in whatever is shown of them', async () => {
    const server = await start(answering(RESULTS));
    expect((await found(server.config, { query: 'FIRST one' })).offers).toHaveLength(1);
    expect((await found(server.config, { query: 'nothing' })).offers).toEqual([]);
  });

  it('of a server that rules deny are not even asked for', async () => {
    const server = await start(answering(RESULTS));
    expect((await found(server.config, { may: () => false })).offers).toEqual([]);
    expect(server.asked('resources/list')).toEqual([]);
  });
});

describe('personal sign-ins', () => {
  /** Each by the person's token. */
  const answers: Answers = ({ method }, { authorization }) => {
    if (method === 'resources/list')
      return { resources: [{ uri: `note://${authorization}`, name: String(authorization) }] };
    if (method === 'resources/read') return { contents: [{ uri: 'note://x', text: `of ${authorization}` }] };
    return { resourceTemplates: [] };
  };
  const people = ['ada', 'ben'].map((userId): Caller => ({ ...CALLER, userId }));

  it('never bring one person’s resources to another, however they are asked for', async () => {
    const server: OfferingServer = await start(answers);
    const signIns = ({ userId }: Caller) => ({
      id: `sign-in-${userId}`,
      authorization: { header: async () => userId, renewed: async () => false, wantsMore: async () => {} },
    });
    const askable = connect([server.config], { signIns });
    const rounds = Array.from({ length: 20 }, (_, nth) => people[nth % 2] as Caller);
    const seen = await Promise.all(
      rounds.map(async (person) => {
        const servers = await askable(person);
        const { offers } = await listOffers(servers, WANTED);
        const s = servers.find(({ name }) => name === 's');
        const read = s && (await readContents(s, 'note://x', NEVER));
        return [offers.map(({ title }) => title), read?.contents.map(({ text }) => text)];
      }),
    );
    expect(seen).toEqual(rounds.map(({ userId }) => [[userId], [`of ${userId}`]]));
    // Nothing was answered from another request's result.
    expect(server.asked('resources/list')).toHaveLength(rounds.length);
  });

  it('that are missing are told, beside what other servers offer', async () => {
    const server = await start(answering(RESULTS));
    const servers = await connect([server.config])();
    const wantsSignIn = servers.map((one) => ({
      ...one,
      name: 'private',
      ask: async () => Promise.reject(needsSignIn),
    }));
    const list = await listOffers([...servers, ...wantsSignIn.slice(1)], WANTED);
    expect(list.silent).toEqual([{ server: 'private', needsSignIn: true }]);
    expect(list.offers).toHaveLength(2);
  });
});

const needsSignIn = Object.assign(new Error('wants a sign-in'), {
  name: 'ConnectionError',
  delivery: 'not-sent',
  code: 'needs-sign-in',
});
