/**
 * Clients as people run them: the two libraries by the protocol's authors, giving up, receiving progress, ending
 * sessions.
 */
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { HELD_MS, holdTimers } from './testing/held-timers';
import { OutsideHarness } from './testing/outside-harness';

const { approvals, customers } = schema;
const TOOL = 'customer_delete';
const [embedded] = testDatabases;

interface Options {
  signal?: AbortSignal;
  timeout?: number;
  resetTimeoutOnProgress?: boolean;
  onprogress?: () => void;
}

/** What both libraries can do. */
interface Spoken {
  call(args: { customerId: string }, options?: Options): Promise<{ isError?: boolean | undefined }>;
  end(): Promise<void>;
  close(): Promise<void>;
}

const INFO = { name: 'Desk', version: '1' };

async function speakNew(url: string, token: string): Promise<Spoken> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new NewTransport(new URL(url), { requestInit });
  const client = new NewClient(INFO, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  return {
    call: (args, options) => client.callTool({ name: TOOL, arguments: { ...args } }, options),
    end: () => transport.terminateSession(),
    close: () => client.close(),
  };
}

async function speakOld(url: string, token: string): Promise<Spoken> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new OldTransport(new URL(url), { requestInit });
  const client = new OldClient(INFO);
  await client.connect(transport as Parameters<OldClient['connect']>[0]);
  return {
    call: async (args, options) => {
      const answer = await client.callTool({ name: TOOL, arguments: { ...args } }, undefined, options);
      return { isError: answer.isError === true };
    },
    end: () => transport.terminateSession(),
    close: () => client.close(),
  };
}

let opened: OpenDatabase;
let harness: OutsideHarness;

beforeAll(async () => {
  if (!embedded) throw new Error('There is no embedded database.');
  opened = await embedded.open();
  harness = await OutsideHarness.open(opened);
});
afterAll(async () => {
  await harness.close();
  await opened.close();
});

const exists = async (id: string) => (await harness.db.$count(customers, eq(customers.id, id))) === 1;
const statusOf = async (id: string) =>
  (await harness.db.select().from(approvals).where(eq(approvals.id, id)))[0]?.status;

async function askingBy(speak: typeof speakNew, options: Options = {}) {
  const client = await speak(harness.url, (await harness.token()).token);
  const { id: customerId } = await harness.harness.office.addCustomer();
  const answer = client.call({ customerId }, options).then(
    ({ isError }) => (isError ? 'error' : 'result'),
    (error: unknown) => String(error),
  );
  const card = await harness.card(customerId);
  return { client, customerId, answer, card };
}

const LIBRARIES = [
  ['client 2', speakNew],
  ['sdk 1', speakOld],
] as const;

describe.each(LIBRARIES)('%s', (_, speak) => {
  const asking = (options?: Options) => askingBy(speak, options);

  test('gives up: the card is withdrawn', async () => {
    const patience = new AbortController();
    const { client, customerId, answer, card } = await asking({ signal: patience.signal });
    patience.abort('Esc');
    expect(await answer).toContain('Esc');
    await expect.poll(() => statusOf(card.id)).toBe('superseded');
    await expect(harness.harness.decide(card.id, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(await exists(customerId)).toBe(true);
    await client.close();
  });

  test('runs out of time: the same', async () => {
    const runOut = holdTimers();
    const { client, customerId, answer, card } = await asking({ timeout: HELD_MS });
    runOut();
    vi.restoreAllMocks();
    expect(await answer).toContain('timed out');
    await expect.poll(() => statusOf(card.id)).toBe('superseded');
    expect(await exists(customerId)).toBe(true);
    await client.close();
  });

  test('ends its session: the same; another window of it waits on', async () => {
    const { client, customerId, answer, card } = await asking();
    const other = await asking();
    await client.end();
    await expect.poll(() => statusOf(card.id)).toBe('superseded');
    await client.close();
    await answer;
    expect(await exists(customerId)).toBe(true);
    expect(await statusOf(other.card.id)).toBe('pending');
    await harness.harness.decide(other.card.id, 'confirm');
    expect(await other.answer).toBe('result');
    await other.client.close();
  });
});

// Both at once: each waits longer than a client would without progress.
test('each hears of progress: it waits longer than it would', async () => {
  const waiting = LIBRARIES.map(async ([, speak]) => {
    let told = 0;
    const onprogress = () => {
      told += 1;
    };
    const options = { timeout: 15_000, resetTimeoutOnProgress: true, onprogress };
    const { client, answer, card } = await askingBy(speak, options);
    await expect.poll(() => told).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 16_000));
    await harness.harness.decide(card.id, 'confirm');
    expect(await answer).toBe('result');
    expect(told).toBeGreaterThan(1);
    await client.close();
  });
  await Promise.all(waiting);
});
