/**
 * Address and credentials edited in place: verified before anything is stored, and nothing entered goes to another
 * address.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import { startProtected } from '@/lib/authorization/testing/protected-server';
import { json, type Recorder, record } from '@/lib/authorization/testing/recorder';
import { SECRET } from '@/lib/connections/testing/team';
import type { Caller } from '@/lib/people/caller';
import { processOf } from '@/lib/sign-ins/testing/process';
import { Office } from '@/mcp/testing/office';
import { addServer } from '../change-servers';
import { changeServer } from './change-entry';

const HOW = { secret: SECRET, mayBePrivate: true };

/** A server that accepts any of these keys. */
async function startKeyed(...keys: string[]): Promise<Recorder & { url: string }> {
  const recorder = await record(({ headers, body }, response) => {
    if (keys.length > 0 && !keys.includes(String(headers['x-key']))) return json(response, {}, 401);
    const { id, method } = JSON.parse(body || '{}') as { id?: unknown; method?: string };
    const reply = (result: object) =>
      json(response, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
    if (method === 'tools/list') return reply({ tools: [] });
    const serverInfo = { name: 'k', version: '1' };
    return reply({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo });
  });
  return Object.assign(recorder, { url: `${recorder.origin}/mcp` });
}

describe.each(testDatabases)('a server that is changed in place, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let admin: Caller;
  let member: Caller;
  let process: ReturnType<typeof processOf>;
  let server: Awaited<ReturnType<typeof startKeyed>>;
  let issuer: TestIssuer;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const office = await Office.open(opened.db);
    const { id } = await office.addMember('member');
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    member = { ...admin, userId: id, role: 'member' };
    process = processOf(opened.db, []);
    server = await startKeyed('one', 'two');
    issuer = await startIssuer();
  });
  afterEach(() => Promise.all([process.pool.close(), server.close(), issuer.close()]));

  const contextOf = (caller: Caller) => ({
    db: opened.db,
    caller,
    connections: process.pool.connectionsFor(caller),
  });
  const add = (url: string, headers: Record<string, string>) =>
    addServer(contextOf(admin), { name: 's', url, headers, mustAnswer: true }, SECRET);
  const change = (url: string, headers: Record<string, string | null> = {}, caller = admin) =>
    changeServer(contextOf(caller), 's', { url, headers }, HOW);
  const rowOf = async () => {
    const { teamServers } = schema;
    const rows = await opened.db.select().from(teamServers).where(eq(teamServers.teamId, admin.teamId));
    return rows[0];
  };
  const lastKey = () => server.asked.at(-1)?.headers['x-key'];

  it('keeps what is not named, takes what is, and tells the record without either', async () => {
    await add(server.url, { 'X-Key': 'one', 'X-Place': 'here' });
    const view = await change(server.url, { 'x-key': 'two' });
    expect(view.servers[0]?.headers).toEqual(['X-Place', 'x-key']);
    expect(lastKey()).toBe('two');
    expect(server.asked.at(-1)?.headers['x-place']).toBe('here');
    const bodies = (await opened.db.select().from(schema.receipts)).map(({ body }) => body);
    const told = bodies.map((body) => JSON.parse(body) as { change?: string; person?: { id?: string } });
    expect(told.filter((one) => one.change === 'changed')).toMatchObject([{ person: { id: admin.userId } }]);
    expect(bodies.some((body) => body.includes('two') && body.includes('x-key'))).toBe(false);
  });

  it('stays as it was where it does not answer with what was entered', async () => {
    await add(server.url, { 'X-Key': 'one' });
    const before = await rowOf();
    const refused = { code: 'unavailable', message: expect.stringContaining('Nothing was changed.') };
    await expect(change(server.url, { 'X-Key': 'wrong' })).rejects.toMatchObject(refused);
    await expect(change('http://127.0.0.1:9/mcp')).rejects.toMatchObject(refused);
    await expect(change(server.url, {}, member)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rowOf()).toEqual(before);
  });

  it('sends nothing that was kept to another place', async () => {
    await add(server.url, { 'X-Key': 'one' });
    const other = await startKeyed();
    await change(other.url);
    expect(other.asked.length).toBeGreaterThan(0);
    expect(other.asked.filter(({ headers }) => 'x-key' in headers)).toEqual([]);
    await other.close();
  });

  it('may be added where it only wants a sign-in, and not where it refuses what was entered', async () => {
    const wants = await startProtected(issuer);
    await expect(add(wants.url, { Authorization: 'Bearer wrong' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('leave it out to sign in. It was not added.'),
    });
    const view = await add(wants.url, {});
    expect(view.servers).toMatchObject([{ server: 's', state: 'needs-sign-in' }]);
    await wants.close();
  });
});
