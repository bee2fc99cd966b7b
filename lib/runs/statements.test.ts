/** The database work of each path: it may decrease, and never increase unnoticed. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKeptPrepared } from '@/db/postgres';
import { testDatabases } from '@/db/testing/databases';
import { type Count, StatementCount } from '@/db/testing/statements';
import { OutsideHarness } from '@/lib/outside/testing/outside-harness';
import { table } from '@/scripts/bench/table';
import { CountedHarness } from './testing/counted-harness';
import type { Step } from './testing/run-harness';
import { CEILINGS, ceilingRows, type Path } from './testing/statement-ceilings';

const BURST = Array.from({ length: 200 }, (_, word) => `word${word}`).join(' ');

it('docs/figures.md has the table', () => {
  expect(readFileSync('docs/figures.md', 'utf8').includes(table(ceilingRows())), table(ceilingRows())).toBe(
    true,
  );
});

describe.each(testDatabases)('statements on $name', ({ name, open }) => {
  let counted: CountedHarness;

  beforeAll(async () => {
    counted = await CountedHarness.open(await open());
  });
  afterAll(() => counted.close());

  /** Once to warm up, once to count. */
  async function twice<Result>(path: () => Promise<Result>): Promise<Result> {
    await path();
    return path();
  }

  function hold(path: Path, found: Partial<Count> & { listings?: number }) {
    const ceiling: Partial<Count> & { listings?: number } = CEILINGS[path];
    const keys = ['statements', 'roundTrips', 'flushes', 'listings'] as const;
    const told = keys.flatMap((key) => (ceiling[key] === undefined ? [] : [`${key} ${found[key]}`]));
    const shown = counted.count.texts.map((text) => text.slice(0, 110)).join('\n');
    if (process.env.SHOW_STATEMENTS) console.log(name, path, told.join(', '), `\n${shown}`);
    // One that is not kept is parsed and planned anew each time, in two round trips.
    expect(counted.count.texts.filter((text) => !isKeptPrepared(text))).toEqual([]);
    for (const key of keys) {
      const most = ceiling[key];
      if (most !== undefined) expect(found[key], `${key} of ${path}:\n${shown}`).toBeLessThanOrEqual(most);
    }
  }

  /** If the machine stalled for a moment, the partial answer was written to the log: then it is repeated. */
  async function inOneGo(steps: Step[]) {
    for (let tries = 0; tries < 50; tries++) {
      const found = await twice(() => counted.message([...steps]));
      if (counted.logged === 0) return found;
    }
    throw new Error('The machine is too busy to say anything in one go.');
  }

  it('a plain message and its answer', async () => {
    const { asked, all } = await inOneGo([{ text: BURST }]);
    hold('asked', asked);
    hold('burst', all);
  });

  it('an answer of four seconds', async () => {
    const startedAt = performance.now();
    const { all } = await counted.paced(4_000);
    // What is written every half second is written more often on a slower machine.
    const late = Math.max(0, Math.ceil((performance.now() - startedAt - 4_500) / 500));
    hold('paced', { statements: all.statements - late });
  });

  it('a read', async () => {
    const calls = [{ tool: 'customers_list', input: { limit: 5 } }];
    const plain = await inOneGo([{ text: 'Nothing.' }]);
    const { all } = await inOneGo([{ calls }, { text: 'These.' }]);
    hold('read', { statements: all.statements - plain.all.statements });
  });

  it('a confirmed call', async () => {
    hold('confirm', await twice(() => counted.confirm('s__drop', {})));
  });

  it('a confirmed call of ours', async () => {
    const own = async () => {
      const { id } = await counted.harness.office.addCustomer();
      return counted.confirm('customer_delete', { customerId: id });
    };
    hold('confirmOwn', await twice(own));
  });

  it('a chat that is loaded', async () => {
    hold('chat', await twice(() => counted.readChat()));
  });

  it('nothing', async () => {
    hold('idle', await twice(() => counted.idleSecond()));
  });
});

describe.each(testDatabases)('statements of another client on $name', ({ name, open }) => {
  it('a read', async () => {
    const opened = await open();
    const harness = await OutsideHarness.open(opened);
    const count = new StatementCount(opened);
    const { token } = await harness.token();
    const read = async () => {
      count.start();
      const answer = await fetch(harness.url, { method: 'POST', headers: headers(token), body: BODY });
      expect(await answer.text()).not.toContain('"isError":true');
      expect(answer.status).toBe(200);
      await count.quiet();
      return count.now;
    };
    await read();
    const found = await read();
    const shown = count.texts.map((text) => text.slice(0, 110)).join('\n');
    if (process.env.SHOW_STATEMENTS) console.log(name, 'outside', found, `\n${shown}`);
    expect(found.statements, shown).toBeLessThanOrEqual(CEILINGS.outside.statements);
    expect(found.flushes, shown).toBeLessThanOrEqual(CEILINGS.outside.flushes);
    await harness.close();
    await opened.close();
  });
});

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'counted', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const PARAMS = { name: 'customers_list', arguments: { limit: 5 }, _meta: META };
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: PARAMS });

const headers = (token: string) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
  'mcp-protocol-version': VERSION,
  'mcp-method': 'tools/call',
  'mcp-name': PARAMS.name,
});
