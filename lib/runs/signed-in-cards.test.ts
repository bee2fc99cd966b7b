/** Cards of calls that need a sign-in: they outlive its tokens, and nothing of them is sent once it has ended. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected, tool } from '@/lib/authorization/testing/protected-server';
import { serverConfig } from '@/lib/connections/testing/connections';
import { signOut } from '@/lib/sign-ins/finish';
import { processOf } from '@/lib/sign-ins/testing/process';
import { RunHarness } from './testing/run-harness';

describe('a card of a call that goes with a sign-in', () => {
  let opened: OpenDatabase;
  let issuer: TestIssuer;
  let server: ProtectedServer;
  let process: ReturnType<typeof processOf>;
  /** The harness with the scripted model, and the same with the process's connections. */
  let scripted: RunHarness;
  let harness: RunHarness;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    issuer = await startIssuer();
    server = await startProtected(issuer);
    server.toolsFor = () => [tool('drop', {})];
    process = processOf(opened.db, [serverConfig('s', server.url, { trusted: true })]);
    scripted = await RunHarness.open(opened);
    harness = scripted.connecting(() => process.pool.connectionsFor(scripted.admin));
    await process.signIn(harness.admin);
  });
  afterEach(() =>
    Promise.all([process.pool.close(), harness.closeConnections(), issuer.close(), server.close()]),
  );

  async function card() {
    const chatId = await harness.chat();
    scripted.steps({ calls: [{ tool: 's__drop', input: {} }] }, { text: 'Done.' });
    await harness.say(chatId, 'Drop it');
    const [found] = await harness.cards(chatId, 'pending');
    if (!found) throw new Error(`No card: ${JSON.stringify(await harness.messages(chatId))}`);
    expect(server.ran).toEqual([]);
    return found;
  }

  it('stays valid though its token was renewed meanwhile, and runs once with the one that counts', async () => {
    const { id } = await card();
    issuer.valid.clear();
    await process.pool.connectionsFor(harness.admin).list({ fresh: 's' });
    expect(issuer.given).toHaveLength(2);
    expect(await harness.decide(id, 'confirm')).toBe('confirmed');
    expect(server.ran).toEqual([{ login: 'mia@other', tool: 'drop' }]);
    const calls = server.asked.filter(({ body }) => body.includes('tools/call'));
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${issuer.given[1]?.access}`]);
  });

  it('is asked anew where its person has signed in as somebody else: nothing is sent by the old one', async () => {
    const { id, chatId } = await card();
    await signOut(process.context(harness.admin), 's');
    issuer.login = 'other account';
    await process.signIn(harness.admin);
    await expect(harness.decide(id, 'confirm')).rejects.toMatchObject({ code: 'changed' });
    const calls = () => server.asked.filter(({ body }) => body.includes('tools/call'));
    expect([server.ran, calls()]).toEqual([[], []]);
    // It asks again, and runs for the account that is signed in by now.
    const [fresh] = await harness.cards(chatId, 'pending');
    await harness.decide(fresh?.id ?? '', 'confirm');
    expect(server.ran).toEqual([{ login: 'other account', tool: 'drop' }]);
    expect(calls()).toHaveLength(1);
  });
});
