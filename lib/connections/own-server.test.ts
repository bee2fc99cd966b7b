/** Our own tools, used like any other server, on a real database. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { MIGRATIONS } from '@/db/testing/databases';
import { openFromTemplate } from '@/db/testing/embedded-template';
import type { Connections } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import type { Role } from '@/mcp/scopes';
import { Office } from '@/mcp/testing/office';
import { createConnections } from './connect';
import { ownServer } from './own-server';
import { failureOf, NEVER, toolNamed } from './testing/connections';

let opened: OpenDatabase;
let office: Office;
let requests: string[];
let connectionsOf: (role: Role, teamId?: string) => Connections;

beforeAll(async () => {
  opened = await openFromTemplate(MIGRATIONS);
  office = await Office.open(opened.db);
  const own = ownServer(() => office.context());
  const pool = createConnections({
    servers: [],
    own: {
      ...own,
      fetchFor: (caller) => {
        const fetch = own.fetchFor(caller);
        return (url, init) => {
          requests.push((JSON.parse(String(init.body)) as { method: string }).method);
          return fetch(url, init);
        };
      },
    },
  });
  requests = [];
  connectionsOf = (role, teamId = office.teamId) =>
    pool.connectionsFor({ userId: office.adminId, userName: 'A', teamId, teamName: 'T', role });
});
afterAll(() => opened.close());

describe('our own server', () => {
  it('is trusted, known by bare names, and offers what the role allows', async () => {
    const viewer = await connectionsOf('viewer').list();
    expect(viewer.problems).toEqual([]);
    expect(new Set(viewer.tools.map(({ risk }) => risk))).toEqual(new Set(['read-only']));
    const admin = await connectionsOf('admin').list();
    const removal = toolNamed(admin, 'customer_delete');
    expect(removal).toMatchObject({
      server: 'amber',
      trusted: true,
      modelName: 'customer_delete',
      risk: 'destructive',
      preview: 'customer_delete_preview',
    });
    const all = [...viewer.tools, ...admin.tools];
    expect(all.filter(({ name }) => name.endsWith('_preview') || name === 'call_lookup')).toEqual([]);
    for (const { risk, lookup } of all) expect(lookup).toBe(risk === 'read-only' ? undefined : 'call_lookup');
    for (const tool of admin.tools) expect(validateInput(tool, { nonsense: 1 }).ok).toBe(false);
  });

  it('is listed once per role, and not asked again', async () => {
    await connectionsOf('member').list();
    requests.length = 0;
    expect(await connectionsOf('member', 'another team').list()).toEqual(
      await connectionsOf('member').list(),
    );
    expect(requests).toEqual([]);
  });

  it('tells what would go, and then does it once', async () => {
    const connections = connectionsOf('admin');
    const removal = toolNamed(await connections.list(), 'customer_delete');
    const { id, name } = await office.addCustomer();
    await office.addOrder(id);
    const input = { customerId: id };
    const preview = await connections.preview(removal, input, NEVER);
    expect(preview?.lines[0]).toEqual({ label: 'Customer', value: name });
    expect(await opened.db.$count(schema.customers)).toBe(1);
    expect(await connections.call(removal, input, NEVER)).toMatchObject({
      isError: false,
      structured: { success: true },
    });
    expect(await opened.db.$count(schema.customers)).toBe(0);
    expect((await connections.call(removal, input, NEVER)).isError).toBe(true);
    expect((await failureOf(connections.preview(removal, input, NEVER))).delivery).toBe('answered');
  });

  it('has no preview where no companion is named', async () => {
    const connections = connectionsOf('member');
    const tool = toolNamed(await connections.list(), 'customers_list');
    expect(await connections.preview(tool, {}, NEVER)).toBeNull();
  });

  it('does for another team, or for a role with less, nothing of what it does for this one', async () => {
    const { id } = await office.addCustomer();
    const removal = toolNamed(await connectionsOf('admin').list(), 'customer_delete');
    const other = await connectionsOf('admin', 'another team').call(removal, { customerId: id }, NEVER);
    expect(other.isError).toBe(true);
    const viewer = connectionsOf('viewer').call(removal, { customerId: id }, NEVER);
    expect((await failureOf(viewer)).delivery).toBe('answered');
    expect(await opened.db.$count(schema.customers)).toBe(1);
  });

  it('commits nothing for a caller who has stopped waiting', async () => {
    const { id } = await office.addCustomer();
    const connections = connectionsOf('admin');
    const removal = toolNamed(await connections.list(), 'customer_delete');
    const before = await opened.db.$count(schema.customers);
    const stop = new AbortController();
    const call = connections.call(removal, { customerId: id }, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(call).rejects.toThrow('stopped');
    expect(await opened.db.$count(schema.customers)).toBe(before);
  });

  it('tells by its id what a call came to, to its own team', async () => {
    const connections = connectionsOf('admin');
    const creation = toolNamed(await connections.list(), 'customer_create');
    const sending = { callId: newId('call'), onSend: vi.fn() };
    const outcome = await connections.call(creation, { name: newId('name') }, NEVER, sending);
    expect(sending.onSend).toHaveBeenCalledTimes(1);
    expect(await connections.happened(creation, sending.callId, NEVER)).toEqual({ happened: true, outcome });
    const not = { happened: false, final: true };
    expect(await connections.happened(creation, newId('call'), NEVER)).toEqual(not);
    const others = connectionsOf('admin', 'another team');
    expect(await others.happened(creation, sending.callId, NEVER)).toEqual(not);
  });
});
