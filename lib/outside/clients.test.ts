/** Real third-party clients: each lists, calls, and waits for a decision. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { OutsideHarness } from './testing/outside-harness';

const module = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const INSPECTOR = module('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const REMOTE = module('mcp-remote/dist/proxy.js');
const DELETE = 'customer_delete';

describe('clients of others', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  /** Their own home directory. */
  let home: string;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    harness = await OutsideHarness.open(opened);
    home = mkdtempSync(join(tmpdir(), 'amber-clients-'));
  });
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await harness.close();
    await opened.close();
  });

  const exists = async (id: string) => {
    const { customers } = schema;
    return (await harness.db.select().from(customers).where(eq(customers.id, id))).length === 1;
  };

  /** What a client sees, reads, and has confirmed and cancelled. */
  async function tryOut(client: Client, name: string) {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain(DELETE);
    const read = await client.callTool({ name: 'customers_list', arguments: {} });
    expect(read.isError ?? false, JSON.stringify(read.content)).toBe(false);
    for (const decision of ['confirm', 'cancel'] as const) {
      const customer = await harness.harness.office.addCustomer();
      const answering = client.callTool({ name: DELETE, arguments: { customerId: customer.id } });
      const card = await harness.card();
      expect(card.through).toMatchObject({ client: expect.stringContaining(name), token: 'Laptop' });
      await harness.harness.decide(card.id, decision, decision === 'cancel' ? 'Not this one' : undefined);
      const answer = await answering;
      expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(decision === 'cancel');
      expect(await exists(customer.id)).toBe(decision === 'cancel');
      if (decision === 'cancel') expect(JSON.stringify(answer.content)).toContain('Not this one');
    }
  }

  test('the SDK of before, 1.32', async () => {
    const { token } = await harness.token();
    const client = new Client({ name: 'older-client', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(harness.url), { requestInit }));
    await tryOut(client, 'older-client');
    await client.close();
  });

  test('mcp-remote, through which programs come that only start programs', async () => {
    const { token } = await harness.token();
    const client = new Client({ name: 'desk', version: '1' });
    const args = [REMOTE, harness.url, '--header', `Authorization:\${AMBER_AUTH}`];
    const env = { ...process.env, HOME: home, AMBER_AUTH: `Bearer ${token}` } as Record<string, string>;
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
    );
    await tryOut(client, 'desk');
    await client.close();
  });

  /** Runs the inspector's command line; returns its output, parsed. */
  async function inspect(token: string, ...args: string[]) {
    const all = [
      INSPECTOR,
      '--cli',
      harness.url,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${token}`,
    ];
    const child = spawn(process.execPath, [...all, ...args], {
      env: { ...process.env, HOME: home, NO_COLOR: '1' },
    });
    let said = '';
    let complained = '';
    child.stdout.on('data', (piece) => {
      said += piece;
    });
    child.stderr.on('data', (piece) => {
      complained += piece;
    });
    const code = await new Promise<number | null>((ended) => child.on('close', ended));
    return { code, said, complained };
  }

  test('the inspector in a terminal', async () => {
    const { token } = await harness.token();
    const listed = await inspect(token, '--method', 'tools/list');
    expect(listed.code, listed.complained).toBe(0);
    expect(listed.said).toContain(DELETE);
    for (const decision of ['confirm', 'cancel'] as const) {
      const customer = await harness.harness.office.addCustomer();
      const call = [
        '--method',
        'tools/call',
        '--tool-name',
        DELETE,
        '--tool-arg',
        `customerId=${customer.id}`,
      ];
      const calling = inspect(token, ...call);
      const card = await harness.card();
      expect(card.through?.client).toContain('inspector');
      await harness.harness.decide(card.id, decision);
      const { said, complained } = await calling;
      expect(said, complained).toContain(decision === 'confirm' ? customer.name : 'Cancelled');
      expect(await exists(customer.id)).toBe(decision === 'cancel');
    }
    const refused = await inspect('amb_wrong', '--method', 'tools/list');
    expect(refused.code).not.toBe(0);
  });
});
