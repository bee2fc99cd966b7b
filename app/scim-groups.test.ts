/**
 * Groups of a company's directory and the roles that they give, through its routes, with real databases, as Okta and
 * Entra send them.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { fresh, ScimCast } from '@/lib/directory/testing/scim-cast';
import { type Method, oktaUser, patch, type ScimClient } from '@/lib/directory/testing/scim-client';
import { createToken } from '@/lib/outside/tokens';

const now = vi.hoisted(() => ({ opened: undefined as unknown, providers: [] as unknown[] }));
vi.mock('@/lib/database', () => ({ database: async () => now.opened }));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  env: () => ({ appUrl: 'http://amber.test', origins: ['http://amber.test'], secret: 's'.repeat(40) }),
}));
vi.mock('@/lib/single-sign-on/providers', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  configuredProviders: () => now.providers,
}));

const { directoryGroupMembers, directoryGroups, members, tokens, users } = schema;

describe.each(testDatabases)('a directory and its groups on $name', ({ open }) => {
  let opened: OpenDatabase;
  let cast: ScimCast;
  let directory: ScimClient;

  beforeAll(async () => {
    opened = await open();
    now.opened = opened;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    cast = await ScimCast.open(opened);
    ({ directory } = cast);
    const roles = { 'amber-admins': 'admin', staff: 'member', guests: 'viewer', books: 'auditor' };
    now.providers = [{ team: cast.harness.admin.teamId, domains: [], roles, defaultRole: null }];
  });

  const group = async (displayName: string, ids: string[] = []) => {
    const members = ids.map((value) => ({ value }));
    const { status, body } = await directory.ask('POST', 'Groups', { displayName, members });
    expect(status).toBe(201);
    return body.id;
  };
  const change = (id: string, ...operations: object[]) =>
    directory.ask('PATCH', `Groups/${id}`, patch(...operations));

  it('creates and moves nobody to an address of which another team’s sign-in knows whose it is', async () => {
    const own = {
      team: cast.harness.admin.teamId,
      domains: ['own.example'],
      roles: {},
      defaultRole: 'member',
    };
    now.providers = [own, { ...own, team: 'another', domains: ['elsewhere.example'] }];
    const create = (userName: string) => directory.ask('POST', 'Users', oktaUser(userName));
    const before = await opened.db.$count(users);
    expect((await create('ann@elsewhere.example')).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    expect(await opened.db.$count(users)).toBe(before);
    const { status, body } = await create(fresh().replace(/@.*/, '@own.example'));
    expect(status).toBe(201);
    const moved = await directory.ask('PUT', `Users/${body.id}`, oktaUser('ann@elsewhere.example'));
    expect(moved.status).toBe(409);
  });

  it('who is created waits for a group that gives a role, and is active for the directory', async () => {
    const { id } = await cast.create();
    expect(await cast.roleOf(id)).toBeUndefined();
    expect((await directory.ask('GET', `Users/${id}`)).body.active).toBe(true);
    const staff = await group('staff');
    const answer = await change(staff, { op: 'Add', path: 'members', value: [{ value: id }] });
    expect(answer.body.members).toMatchObject([{ value: id }]);
    expect(await cast.roleOf(id)).toBe('member');
    for (const [name, role] of [
      ['guests', 'member'],
      ['amber-admins', 'admin'],
    ] as const) {
      await group(name, [id]);
      expect(await cast.roleOf(id), name).toBe(role);
    }
    const joined = await cast.receiptsOf('directory changed');
    expect(
      joined.filter(({ change: what, person }) => what === 'group joined' && person.id === id),
    ).toMatchObject([staff, {}, {}].map(() => ({ directory: cast.tokenId })));
  });

  it.each([
    ['of Entra', (id: string) => ({ op: 'Remove', path: 'members', value: [{ value: id }] })],
    ['of Okta', (id: string) => ({ op: 'remove', path: `members[value eq "${id}"]` })],
    ['that puts others in its place', () => ({ op: 'replace', path: 'members', value: [] })],
    ['that renames it', () => ({ op: 'replace', value: { id: 'x', displayName: 'something else' } })],
  ])('whom no group gives a role any more is out, by a PATCH %s', async (_, operation) => {
    const { id } = await cast.create();
    const staff = await group('staff', [id]);
    const person = { ...cast.harness.admin, userId: id, role: 'member' as const };
    const token = await createToken(opened.db, person, { name: 'A client', scopes: ['team.read'], days: 7 });
    expect((await change(staff, operation(id))).status).toBe(200);
    expect(await cast.roleOf(id)).toBeUndefined();
    const open_ = and(eq(tokens.id, token.id), isNull(tokens.revokedAt));
    expect(await opened.db.$count(tokens, open_)).toBe(0);
  });

  it('a group that is deleted gives no role any more, and PUT says who is in it', async () => {
    const [first, second] = [await cast.create(), await cast.create()];
    const guests = await group('guests', [first.id]);
    const put = { displayName: 'guests', externalId: 'g1', members: [{ value: second.id }] };
    expect((await directory.ask('PUT', `Groups/${guests}`, put)).body).toMatchObject({ externalId: 'g1' });
    expect([await cast.roleOf(first.id), await cast.roleOf(second.id)]).toEqual([undefined, 'viewer']);
    const filter = encodeURIComponent('displayName eq "Guests"');
    const found = await directory.ask('GET', `Groups?filter=${filter}&excludedAttributes=members`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: guests }] });
    expect(found.body.Resources[0]?.members).toBeUndefined();
    expect((await directory.ask('DELETE', `Groups/${guests}`)).status).toBe(204);
    expect((await directory.ask('GET', `Groups/${guests}`)).status).toBe(404);
    expect(await cast.roleOf(second.id)).toBeUndefined();
  });

  it('the last admin stays one whatever the groups say', async () => {
    const { userId } = cast.harness.admin;
    const guests = await group('guests', [userId]);
    expect(await cast.roleOf(userId)).toBe('admin');
    await change(guests, { op: 'remove', path: 'members' });
    expect(await cast.roleOf(userId)).toBe('admin');
  });

  it('nobody whom the directory has deactivated comes back by a group', async () => {
    const { id } = await cast.create(fresh(), { active: false });
    await group('staff', [id]);
    expect(await cast.roleOf(id)).toBeUndefined();
    const on = patch({ op: 'replace', value: { active: true } });
    expect((await directory.ask('PATCH', `Users/${id}`, on)).body.active).toBe(true);
    expect(await cast.roleOf(id)).toBe('member');
  });

  it('another team’s groups and people are not there, for any method, and nothing of them changes', async () => {
    const other = await ScimCast.open(opened);
    const theirs = (await other.directory.ask('POST', 'Groups', { displayName: 'staff' })).body.id;
    const stranger = await other.create();
    const rows = async () => [
      await opened.db.select().from(directoryGroups).where(eq(directoryGroups.id, theirs)),
      await opened.db.select().from(members).where(eq(members.userId, stranger.id)),
    ];
    const was = await rows();
    const add = patch({ op: 'add', path: 'members', value: [{ value: stranger.id }] });
    const asked: [Method, unknown?][] = [
      ...([['GET'], ['PUT', { displayName: 'mine' }], ['PATCH', add], ['DELETE']] as [Method, unknown?][]),
    ];
    for (const [method, body] of asked)
      expect((await directory.ask(method, `Groups/${theirs}`, body)).status, method).toBe(404);
    const mine = await group('staff');
    const answer = await directory.ask('PATCH', `Groups/${mine}`, add);
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await opened.db.$count(directoryGroupMembers, eq(directoryGroupMembers.userId, stranger.id))).toBe(
      0,
    );
    expect(await rows()).toEqual(was);
  });

  it('of twenty creations of a group at once there is one, and one of it is refused with a word of the RFC', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => directory.ask('POST', 'Groups', { displayName: 'staff' })),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ body }) => body.scimType === 'uniqueness')).toHaveLength(19);
    expect(
      (await directory.ask('POST', 'Groups', oktaUser(fresh(), { displayName: '' }))).body.scimType,
    ).toBe('invalidValue');
  });
});
