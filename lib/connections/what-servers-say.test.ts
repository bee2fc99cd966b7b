/**
 * Descriptions and instructions as they are stored: complete, bounded, and instructions passed to the model only from
 * trusted servers.
 */
import { describe, expect, it } from 'vitest';
import { declaredListing } from '@/lib/servers/server-listing';
import { serverConfig, setUp, toolNamed } from './testing/connections';
import { plainTool, startScriptedServer, startSessionServer } from './testing/scripted-server';

const { start, connect } = setUp();
const tools = [plainTool('t')];

describe('what a server says of all its tools', () => {
  it.each([
    ['2026', startScriptedServer],
    ['2025', startSessionServer],
  ] as const)('is listed where somebody vouches for it, and nowhere else (%s)', async (_year, starting) => {
    const server = await start(starting({ list: () => ({ tools }), instructions: () => 'Look first.' }));
    const servers = [
      serverConfig('vouched', server.url, { trusted: true }),
      serverConfig('wild', server.url, { trusted: false }),
    ];
    const listing = await connect(servers).list();
    expect(listing.tools).toHaveLength(2);
    expect(listing.servers).toEqual([{ server: 'vouched', text: 'Look first.' }]);
  });

  it('may change and voids nothing: what binds is the declaration of each tool', async () => {
    let instructions: string | undefined = 'Look first.';
    const server = await start(
      startScriptedServer({ list: () => ({ tools }), instructions: () => instructions }),
    );
    const config = serverConfig('s', server.url, { trusted: true });
    const before = await connect([config]).list();
    instructions = 'Look twice.';
    const after = await connect([config]).list();
    expect(after.servers).toEqual([{ server: 's', text: 'Look twice.' }]);
    expect(toolNamed(after, 't').contractHash).toBe(toolNamed(before, 't').contractHash);
    instructions = undefined;
    expect(await connect([config]).list()).not.toHaveProperty('servers');
  });

  it('is capped, storable, and none where it is blank', async () => {
    for (const [said, kept] of [
      ['x'.repeat(50_000), 20_000],
      ['half \ud83d', 6],
      ['  \n', undefined],
    ] as const) {
      const server = await start(startScriptedServer({ list: () => ({ tools }), instructions: () => said }));
      const listing = await connect([serverConfig('s', server.url, { trusted: true })]).list();
      expect(listing.servers?.[0]?.text.length).toBe(kept);
      expect(listing.servers?.[0]?.text.isWellFormed() ?? true).toBe(true);
    }
  });
});

describe('what a server says of a tool', () => {
  it('is kept to its end, which the hash and the pin hold as well', () => {
    const long = (end: string) =>
      declaredListing([plainTool('t', { description: `${'Well. '.repeat(5_700)}${end}` })]).tools[0];
    const [one, other] = [long('Delete all.'), long('Delete none.')];
    expect(one?.description).toHaveLength(34_211);
    expect(one?.description).toMatch(/Delete all\.$/);
    expect(one?.declaration.description).toBe(one?.description);
    expect(other?.definitionHash).not.toBe(one?.definitionHash);
  });

  it('is bounded for a server as a whole: of what comes after that the beginning is kept, and that is told', () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      plainTool(`t${at}`, { description: 'x'.repeat(39_000) }),
    );
    const { tools: kept, problems } = declaredListing(many);
    expect(kept).toHaveLength(60);
    expect(kept.reduce((sum, { description }) => sum + description.length, 0)).toBeLessThan(1_060_000);
    expect(kept.at(-1)?.description).toHaveLength(500);
    expect(problems).toEqual([expect.stringContaining('of 34 of them only the beginning is kept')]);
    expect(declaredListing(many.slice(0, 5)).problems).toEqual([]);
  });

  it('may be anything where a schema names a type: it takes no tool away, its own neither', async () => {
    const inputSchema = { type: 'object', properties: { amount: { type: { toString: 1 } } } };
    const odd = plainTool('add_points', { annotations: { idempotentHint: true }, inputSchema });
    const header = { 'x-mcp-header': 'Amount', type: { toString: 1 } };
    const unheaded = plainTool('unheaded', { inputSchema: { type: 'object', properties: { header } } });
    const list = () => ({ tools: [plainTool('fine'), odd, unheaded] });
    const server = await start(startScriptedServer({ list }));
    const listing = await connect([serverConfig('s', server.url)]).list();
    expect(listing.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['fine', 'add_points']));
    expect(listing.problems).toMatchObject([{ message: expect.stringContaining('no text, whole number') }]);
  });
});
