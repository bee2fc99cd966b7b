/**
 * What a company's directory must not be able to do, and what ends for a deactivated person: through its routes, with
 * real databases.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { fresh, ScimCast } from '@/lib/directory/testing/scim-cast';
import {
  entraOff,
  type Method,
  oktaOff,
  oktaUser,
  patch,
  ScimClient,
} from '@/lib/directory/testing/scim-client';
import { makeDirectoryToken, revokeDirectoryToken } from '@/lib/directory/tokens';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';

const now = vi.hoisted(() => ({ opened: undefined as unknown }));
vi.mock('@/lib/database', () => ({ database: async () => now.opened }));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  env: () => ({ appUrl: 'http://amber.test', origins: ['http://amber.test'], secret: 's'.repeat(40) }),
}));
vi.mock('@/lib/single-sign-on/providers', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  configuredProviders: () => [],
}));

const { approvals, calls, directoryPeople, directoryTokens, members, runs, sessions, tokens, users } = schema;

describe.each(testDatabases)('what a directory may, and ends, on $name', ({ open }) => {
  let opened: OpenDatabase;
  let cast: ScimCast;
  let harness: RunHarness;
  let directory: ScimClient;

  beforeAll(async () => {
    opened = await open();
    now.opened = opened;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    cast = await ScimCast.open(opened);
    ({ harness, directory } = cast);
  });

  it('tokens are for admins, and a revoked one opens nothing', async () => {
    for (const role of ['member', 'viewer', 'auditor'] as const) {
      const other = await harness.person(role);
      await expect(makeDirectoryToken(opened.db, other, 'x')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(revokeDirectoryToken(opened.db, other, cast.tokenId)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    const stranger = await RunHarness.open(opened);
    await expect(revokeDirectoryToken(opened.db, stranger.admin, cast.tokenId)).rejects.toMatchObject({
      code: 'not_found',
    });
    const { id } = await cast.create();
    await revokeDirectoryToken(opened.db, harness.admin, cast.tokenId);
    const all: [Method, string, unknown?][] = [
      ...[
        ['GET', 'Users'],
        ['POST', 'Users', oktaUser(fresh())],
        ['GET', `Users/${id}`],
      ],
      ...[
        ['PUT', `Users/${id}`, oktaUser(fresh())],
        ['PATCH', `Users/${id}`, entraOff],
      ],
      ...[
        ['DELETE', `Users/${id}`],
        ['GET', 'Schemas'],
        ['GET', 'ResourceTypes'],
      ],
      ...[['GET', 'ServiceProviderConfig']],
    ] as [Method, string, unknown?][];
    for (const [method, path, body] of all) {
      for (const one of [directory, new ScimClient(null), new ScimClient('x'.repeat(40))]) {
        const answer = await one.ask(method, path, body);
        expect([answer.status, answer.body.status], `${method} ${path}`).toEqual([401, '401']);
        expect(answer.headers.get('www-authenticate')).toContain('Bearer');
      }
    }
    expect(await cast.roleOf(id)).toBe('member');
    expect(await cast.receiptsOf('directory shut out')).toMatchObject([{ directory: cast.tokenId }]);
  });

  it('another team’s people are not there, for any method, and nothing of them changes', async () => {
    const stranger = await RunHarness.open(opened);
    const theirs = await stranger.person('member');
    const row = async () => [
      await opened.db.select().from(users).where(eq(users.id, theirs.userId)),
      await opened.db.select().from(members).where(eq(members.userId, theirs.userId)),
      await opened.db.select().from(directoryPeople).where(eq(directoryPeople.userId, theirs.userId)),
    ];
    const was = await row();
    const asked: [Method, unknown?][] = [
      ...([['GET'], ['PUT', oktaUser(fresh())], ['PATCH', entraOff]] as [Method, unknown?][]),
      ...([['PATCH', patch({ op: 'add', value: { active: true } })], ['DELETE']] as [Method, unknown?][]),
    ];
    for (const [method, body] of asked) {
      const answer = await directory.ask(method, `Users/${theirs.userId}`, body);
      expect(answer.status, method).toBe(404);
    }
    const found = await directory.ask(
      'GET',
      `Users?filter=${encodeURIComponent(`id eq "${theirs.userId}"`)}`,
    );
    expect(found.body.totalResults).toBe(0);
    expect(await row()).toEqual(was);
  });

  it('who has gone to another team is none of this one’s any more', async () => {
    const { id } = await cast.create();
    await directory.ask('PATCH', `Users/${id}`, oktaOff);
    const stranger = await RunHarness.open(opened);
    await opened.db.insert(members).values({ userId: id, teamId: stranger.admin.teamId, role: 'admin' });
    for (const [method, body] of [
      ['GET'],
      ['PATCH', patch({ op: 'replace', value: { active: true } })],
      ['DELETE'],
    ] as [Method, unknown?][])
      expect((await directory.ask(method, `Users/${id}`, body)).status).toBe(404);
    expect(await cast.roleOf(id)).toBe('admin');
  });

  /** A person with a session, another client, and a waiting run with an open card. */
  async function withAllOpen() {
    const person: Caller = await harness.person('member');
    const { userId } = person;
    await opened.db.insert(sessions).values({
      id: `s-${userId}`,
      token: `t-${userId}`,
      userId,
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const token = await createToken(opened.db, person, { name: 'A client', scopes: ['team.read'], days: 7 });
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(person);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete', person);
    return { person, token, chatId };
  }

  it.each([
    ['PATCH of Entra', 'PATCH', entraOff],
    ['PATCH of Okta', 'PATCH', oktaOff],
    ['PUT', 'PUT', null],
    ['DELETE', 'DELETE', undefined],
  ] as const)('%s ends sessions, clients, runs and open cards at once', async (_, method, body) => {
    const { person, token, chatId } = await withAllOpen();
    const [user] = await opened.db.select().from(users).where(eq(users.id, person.userId));
    const sent = body === null ? oktaUser(user?.email ?? '', { active: false }) : body;
    const answer = await directory.ask(method, `Users/${person.userId}`, sent);
    expect(answer.status).toBe(method === 'DELETE' ? 204 : 200);
    if (method !== 'DELETE') expect(answer.body.active).toBe(false);
    expect(await cast.roleOf(person.userId)).toBeUndefined();
    expect(await opened.db.$count(sessions, eq(sessions.userId, person.userId))).toBe(0);
    expect(await opened.db.$count(tokens, and(eq(tokens.id, token.id), isNull(tokens.revokedAt)))).toBe(0);
    expect(await harness.runs(chatId)).toEqual(['stopped']);
    const cards = await opened.db.select().from(approvals).where(eq(approvals.chatId, chatId));
    expect(cards.map(({ status }) => status)).toEqual(['superseded']);
    const ledger = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(ledger.filter(({ status }) => status === 'success')).toEqual([]);
    const [left] = (await cast.receiptsOf('left')).filter((one) => one.person.id === person.userId);
    expect(left).toMatchObject({ by: cast.tokenId, directory: cast.tokenId });
  });

  it('whoever is deactivated in the middle of a run calls nothing more', async () => {
    const person = await harness.person('member');
    const chatId = await harness.chat(person);
    const { promise: hold, resolve: go } = Promise.withResolvers<void>();
    const customer = await harness.office.addCustomer();
    harness.steps(
      { hold, calls: [{ tool: 'customer_update', input: { customerId: customer.id, city: 'Elsewhere' } }] },
      { text: 'Done' },
    );
    const said = harness.say(chatId, 'Change it', person);
    await vi.waitFor(() => expect(harness.prompts.length).toBeGreaterThan(0));
    expect((await directory.ask('PATCH', `Users/${person.userId}`, entraOff)).status).toBe(200);
    go();
    await said.catch(() => undefined);
    const ledger = await opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(ledger.filter(({ status }) => status === 'success')).toEqual([]);
    expect(await opened.db.$count(runs, and(eq(runs.chatId, chatId), eq(runs.status, 'running')))).toBe(0);
  });

  it('the last admin cannot go', async () => {
    const { userId } = harness.admin;
    for (const [method, body] of [['PATCH', entraOff], ['PATCH', oktaOff], ['DELETE']] as [
      Method,
      unknown?,
    ][]) {
      const answer = await directory.ask(method, `Users/${userId}`, body);
      expect(answer, method).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    }
    expect(await cast.roleOf(userId)).toBe('admin');
    expect((await directory.ask('GET', `Users/${userId}`)).body.active).toBe(true);
    const second = await harness.person('admin');
    const both = await Promise.all(
      [userId, second.userId].map((id) => directory.ask('PATCH', `Users/${id}`, entraOff)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('asks at its own pace', async () => {
    // As after many requests at once.
    const pacedAt = sql`now() + interval '1 minute'`;
    await opened.db.update(directoryTokens).set({ pacedAt }).where(eq(directoryTokens.id, cast.tokenId));
    const refused = await directory.ask('POST', 'Users', oktaUser(fresh()));
    expect(refused).toMatchObject({ status: 429, body: { status: '429' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await makeDirectoryToken(opened.db, harness.admin, 'Another');
    expect((await new ScimClient(other.token).ask('GET', 'Schemas')).status).toBe(200);
  });
});
