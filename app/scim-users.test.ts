/**
 * A company's directory creates, finds and changes people of a team, through its routes, with the requests of Okta and
 * Entra.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { fresh, ScimCast } from '@/lib/directory/testing/scim-cast';
import { BASE, entraOff, entraUser, oktaUser, patch, ScimClient } from '@/lib/directory/testing/scim-client';
import { makeDirectoryToken, readDirectoryTokens } from '@/lib/directory/tokens';
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

const { accounts, directoryTokens, members, users } = schema;

describe.each(testDatabases)('a directory and its people on $name', ({ open }) => {
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

  it('a token is shown once, kept as a hash, and what it did names it', async () => {
    const [row] = await opened.db.select().from(directoryTokens).where(eq(directoryTokens.id, cast.tokenId));
    expect(JSON.stringify(row)).not.toContain(directory.token);
    expect(JSON.stringify(await readDirectoryTokens(opened.db, harness.admin))).not.toContain('amb_scim_');
    const { id } = await cast.create();
    const [joined] = (await cast.receiptsOf('joined')).filter((one) => one.person.id === id);
    expect(joined).toMatchObject({ by: cast.tokenId, directory: cast.tokenId });
    expect(await cast.receiptsOf('directory let in')).toMatchObject([{ directory: cast.tokenId }]);
  });

  it('creates somebody without a password, and reads and finds them', async () => {
    const email = fresh();
    const made = await directory.ask('POST', 'Users', entraUser(email.replace('p', 'P')));
    expect(made).toMatchObject({
      status: 201,
      body: {
        userName: email,
        displayName: 'Lee Gu',
        active: true,
        externalId: `entra-${email.replace('p', 'P')}`,
      },
    });
    const { id } = made.body;
    expect(made.headers.get('content-type')).toBe('application/scim+json');
    expect(made.headers.get('location')).toBe(`${BASE}/Users/${id}`);
    expect(await cast.roleOf(id)).toBe('member');
    expect(await opened.db.$count(accounts, eq(accounts.userId, id))).toBe(0);
    const [row] = await opened.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ email, emailVerified: false });
    expect((await directory.ask('GET', `Users/${id}`)).body).toEqual(made.body);
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "${made.body.externalId}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "${email}"`,
      `emails[type eq "work"].value eq "${email}"`,
    ]) {
      const found = await directory.ask('GET', `Users?filter=${encodeURIComponent(filter)}`);
      expect(found.body, filter).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
    const none = await directory.ask('GET', 'Users?filter=userName%20eq%20%22nobody@halden.test%22');
    expect(none.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
  });

  it('lists in pages', async () => {
    for (let nth = 0; nth < 4; nth++) await cast.create();
    const total = await opened.db.$count(members, eq(members.teamId, harness.admin.teamId));
    const seen: string[] = [];
    for (let at = 1; at <= total; at += 2) {
      const { body } = await directory.ask('GET', `Users?startIndex=${at}&count=2`);
      expect(body).toMatchObject({ totalResults: total, startIndex: at });
      seen.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(new Set(seen).size).toBe(total);
    expect((await directory.ask('GET', 'Users?count=0')).body).toMatchObject({
      totalResults: total,
      Resources: [],
    });
    expect((await directory.ask('GET', 'Users?startIndex=x')).body).toMatchObject({
      scimType: 'invalidValue',
    });
  });

  it('changes name, address and external id by PUT and by PATCH, with receipts', async () => {
    const { id } = await cast.create();
    const email = fresh();
    const put = await directory.ask(
      'PUT',
      `Users/${id}`,
      oktaUser(email, { displayName: 'Ada King', externalId: 'e1' }),
    );
    expect(put.body).toMatchObject({
      userName: email,
      displayName: 'Ada King',
      externalId: 'e1',
      active: true,
    });
    const other = fresh();
    const patched = await directory.ask(
      'PATCH',
      `Users/${id}`,
      patch(
        {
          op: 'Replace',
          value: {
            displayName: 'Ada Lovelace',
            'name.givenName': 'Ada',
            'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'X',
          },
        },
        { op: 'Add', path: 'userName', value: other },
        { op: 'Remove', path: 'externalId' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: other },
      ),
    );
    expect(patched.body).toMatchObject({ userName: other, displayName: 'Ada Lovelace', active: true });
    expect(patched.body.externalId).toBeUndefined();
    const changed = (await cast.receiptsOf('account changed')).filter((one) => one.person.id === id);
    expect(changed.map(({ change, directory: by }) => [change, by])).toContainEqual(['email', cast.tokenId]);
    expect(changed.map(({ change, directory: by }) => [change, by])).toContainEqual(['name', cast.tokenId]);
  });

  it('does not move the address of somebody who has a password', async () => {
    const person = await harness.person('member');
    await opened.db.insert(accounts).values({
      id: `a-${person.userId}`,
      accountId: person.userId,
      providerId: 'credential',
      userId: person.userId,
      password: 'a hash',
    });
    const [was] = await opened.db.select().from(users).where(eq(users.id, person.userId));
    const answer = await directory.ask(
      'PATCH',
      `Users/${person.userId}`,
      patch({ op: 'replace', value: { userName: fresh() } }),
    );
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(await opened.db.select().from(users).where(eq(users.id, person.userId))).toEqual([was]);
  });

  it.each([
    ['invalidSyntax', 'PATCH', '{"Operations": "none"}'],
    ['invalidSyntax', 'PATCH', '{"Operations": [{"op": "move", "path": "active"}]}'],
    ['invalidSyntax', 'PATCH', '{'],
    ['invalidSyntax', 'PATCH', '[]'],
    ['invalidPath', 'PATCH', '{"Operations": [{"op": "replace", "path": "a b[c", "value": 1}]}'],
    ['invalidPath', 'PATCH', '{"Operations": [{"op": "remove"}]}'],
    ['invalidValue', 'PATCH', '{"Operations": [{"op": "replace", "path": "active", "value": "perhaps"}]}'],
    [
      'invalidValue',
      'PATCH',
      '{"Operations": [{"op": "replace", "path": "userName", "value": "no address"}]}',
    ],
    ['invalidValue', 'PUT', '{"displayName": "Nobody"}'],
  ] as const)('a body is refused with %s: %s %s', async (scimType, method, body) => {
    const { id } = await cast.create();
    const answer = await directory.ask(method, `Users/${id}`, body);
    expect(answer).toMatchObject({ status: 400, body: { scimType, status: '400' } });
    expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
    expect((await directory.ask('GET', `Users/${id}`)).body.active).toBe(true);
  });

  it('takes both content types, and no other, nothing too large, no other method and no odd filter', async () => {
    const json = { 'content-type': 'application/json; charset=utf-8' };
    expect((await directory.ask('POST', 'Users', oktaUser(fresh()), json)).status).toBe(201);
    const text = { 'content-type': 'text/plain' };
    expect((await directory.ask('POST', 'Users', oktaUser(fresh()), text)).status).toBe(415);
    expect((await directory.ask('POST', 'Users', oktaUser(fresh(), { x: 'x'.repeat(600_000) }))).status).toBe(
      413,
    );
    expect(await directory.ask('DELETE', 'Users')).toMatchObject({ status: 405, body: { status: '405' } });
    for (const filter of [
      'userName co "a"',
      'userName eq "a" or id eq "b"',
      'title eq "x"',
      'userName eq "\\u0000"',
    ])
      expect((await directory.ask('GET', `Users?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
        scimType: 'invalidFilter',
      });
  });

  it('of fifty creations at once there is one person', async () => {
    const email = fresh();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => directory.ask('POST', 'Users', oktaUser(email))),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status, body }) => status === 409 && body.scimType === 'uniqueness')).toHaveLength(
      49,
    );
    expect(await opened.db.$count(users, eq(users.email, email))).toBe(1);
  });

  it('of two teams that create the same person at once one does, and nothing is told of the other', async () => {
    const stranger = await RunHarness.open(opened);
    const theirs = new ScimClient((await makeDirectoryToken(opened.db, stranger.admin, 'Okta')).token);
    const email = fresh();
    const both = await Promise.all(
      [directory, theirs].map((one) => one.ask('POST', 'Users', entraUser(email))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const late = await Promise.all(
      [directory, theirs].map((one) => one.ask('POST', 'Users', entraUser(email))),
    );
    expect(late[0]?.body).toEqual(late[1]?.body);
    expect(late[0]?.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect(await opened.db.$count(users, eq(users.email, email))).toBe(1);
  });

  it('takes back whom it has deactivated or deleted, as the same person', async () => {
    const { id, userName } = await cast.create();
    await directory.ask('PATCH', `Users/${id}`, entraOff);
    expect((await directory.ask('GET', `Users/${id}`)).body.active).toBe(false);
    const back = await directory.ask(
      'PATCH',
      `Users/${id}`,
      patch({ op: 'Replace', path: 'active', value: 'True' }),
    );
    expect(back.body.active).toBe(true);
    expect(await cast.roleOf(id)).toBe('member');
    expect((await directory.ask('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await directory.ask('GET', `Users/${id}`)).status).toBe(404);
    expect((await directory.ask('DELETE', `Users/${id}`)).status).toBe(404);
    expect((await cast.create(userName)).id).toBe(id);
    expect(await cast.roleOf(id)).toBe('member');
  });
});
