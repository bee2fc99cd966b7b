import 'server-only';
/**
 * People of a team, as its directory creates, reads, changes and deactivates them. People of other teams are invisible.
 */
import { newId } from '@/db/ids';
import type { TeamData } from '@/db/queries/change';
import { insertUser } from '@/lib/store/accounts';
import { deleteGroupsOf } from '@/lib/store/directory/groups';
import {
  countDirectoryPeople,
  type DirectoryPerson,
  findDirectoryPerson,
  findDirectoryState,
  listDirectoryPeople,
  setProvisionedEmail,
  upsertDirectoryPerson,
} from '@/lib/store/directory/people';
import { setName } from '@/lib/store/settings/account-links';
import { lockPerson } from '@/lib/store/sign-on/accounts';
import { changeBy } from './change';
import type { Answer, Asked, Directory } from './door';
import { filterIn, listAnswer, pageIn } from './filter';
import {
  isActive,
  type PersonChange,
  personChangeIn,
  personIn,
  personLocation,
  personResource,
} from './person';
import { isAnotherTeams, place, putOut } from './roles';
import { invalid, missing, ScimError, taken } from './scim-error';

export async function listUsers({ directory, query }: Asked): Promise<Answer> {
  const { db, teamId, base } = directory;
  const filter = peopleFilter(filterIn(query));
  const page = pageIn(query);
  const total = await countDirectoryPeople(db, teamId, filter);
  const people = page.limit === 0 ? [] : await listDirectoryPeople(db, teamId, filter, page);
  const resources = people.map((one) => personResource(one, base));
  return { resource: listAnswer(resources, { total, offset: page.offset }) };
}

function peopleFilter(filter: ReturnType<typeof filterIn>) {
  if (!filter) return {};
  const { attribute, value } = filter;
  if (attribute === 'username' || /^emails(?:\[.*\])?\.value$/.test(attribute))
    return { email: value.toLowerCase() };
  if (attribute === 'externalid') return { externalId: value };
  if (attribute === 'id') return { id: value };
  throw invalid('invalidFilter', 'People are found by userName, externalId or id.');
}

export async function readUser({ directory, id }: Asked): Promise<Answer> {
  const person = await findDirectoryPerson(directory.db, directory.teamId, id);
  if (!person) throw missing();
  return { resource: personResource(person, directory.base) };
}

/** @throws ScimError uniqueness: somebody has the address, here or elsewhere */
export async function createUser({ directory, body }: Asked): Promise<Answer> {
  const given = personIn(body);
  const person = await changeBy(directory, async (data) => {
    if (await isAnotherTeams(data, directory, given.userName)) throw taken('userName');
    const userId = await newPerson(data, given);
    const { teamId } = data;
    const { externalId = null, active = true } = given;
    await upsertDirectoryPerson(data.db, { teamId, userId, externalId, state: 'out' });
    if (active) await place(data, directory, userId);
    return found(data, userId);
  });
  const location = personLocation(directory.base, person.userId);
  return { status: 201, resource: personResource(person, directory.base), location };
}

/**
 * Without a password: they sign in through single sign-on. Somebody whom this directory has deleted, and who has been
 * in no team since, is the same person.
 */
async function newPerson(data: TeamData, { userName, name }: PersonChange & { userName: string }) {
  const there = await lockPerson(data.db, { email: userName });
  if (there) {
    const was = await findDirectoryState(data.db, data.teamId, there.userId);
    if (was !== 'deleted' || there.teamId !== null || there.demo) throw taken('userName');
    if (name !== undefined) await setName(data.db, there.userId, name);
    return there.userId;
  }
  const id = newId('usr');
  const shown = name ?? userName.slice(0, userName.indexOf('@'));
  await insertUser(data.db, { id, name: shown, email: userName, emailVerified: false });
  return id;
}

export const replaceUser = ({ directory, body, id }: Asked): Promise<Answer> => {
  const { externalId = null, ...given } = personIn(body);
  return change(directory, id, { ...given, externalId });
};

export const patchUser = ({ directory, body, id }: Asked): Promise<Answer> =>
  change(directory, id, personChangeIn(body));

async function change(directory: Directory, id: string, wanted: PersonChange): Promise<Answer> {
  const person = await changeBy(directory, async (data, ended) => {
    const { db, teamId } = data;
    const before = await found(data, id);
    const { userName } = wanted;
    const isMoved = userName !== undefined && userName !== before.email;
    if (isMoved && (await isAnotherTeams(data, directory, userName))) throw taken('userName');
    await changeAccount(data, before, wanted);
    const { externalId } = wanted;
    if (externalId !== undefined && externalId !== before.externalId) {
      await upsertDirectoryPerson(db, { teamId, userId: id, externalId, state: before.state ?? 'in' });
    }
    const { active } = wanted;
    if (active === true && !isActive(before)) await place(data, directory, id);
    if (active === false && before.state !== 'out') {
      ended.any = await putOut(data, directory, id);
      await upsertDirectoryPerson(db, { teamId, userId: id, state: 'out' });
    }
    return found(data, id);
  });
  return { resource: personResource(person, directory.base) };
}

async function changeAccount(data: TeamData, before: DirectoryPerson, { userName, name }: PersonChange) {
  const { userId } = before;
  const account = await lockPerson(data.db, { userId });
  if (name !== undefined && name !== before.name) await setName(data.db, userId, name);
  if (userName === undefined || userName === before.email) return;
  // Whoever could set another address for such an account could have its password reset.
  if (account?.hasPassword !== false)
    throw new ScimError(400, 'mutability', 'Who signs in by a password changes the address themselves.');
  if (await lockPerson(data.db, { email: userName })) throw taken('userName');
  await setProvisionedEmail(data.db, userId, userName);
}

export async function deleteUser({ directory, id }: Asked): Promise<Answer> {
  await changeBy(directory, async (data, ended) => {
    const { db, teamId } = data;
    await found(data, id);
    ended.any = await putOut(data, directory, id);
    await deleteGroupsOf(db, teamId, id);
    await upsertDirectoryPerson(db, { teamId, userId: id, externalId: null, state: 'deleted' });
  });
  return undefined;
}

async function found(data: TeamData, id: string): Promise<DirectoryPerson> {
  const person = await findDirectoryPerson(data.db, data.teamId, id);
  if (!person) throw missing();
  return person;
}
