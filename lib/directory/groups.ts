import 'server-only';
/**
 * Groups of a team's directory: created, read, changed, deleted. They grant roles by the settings; other teams' groups
 * are invisible.
 */
import { newId } from '@/db/ids';
import type { TeamData } from '@/db/queries/change';
import {
  countGroups,
  type DirectoryGroup,
  deleteGroup,
  deleteGroupMembers,
  findGroup,
  insertGroup,
  insertGroupMember,
  listGroupMembers,
  listGroups,
  updateGroup,
} from '@/lib/store/directory/groups';
import { findDirectoryPerson, upsertDirectoryPerson } from '@/lib/store/directory/people';
import { changeBy } from './change';
import type { Answer, Asked, Directory } from './door';
import { filterIn, listAnswer, pageIn } from './filter';
import { type GroupChange, groupChangeIn, groupIn, groupLocation, groupResource } from './group';
import { followGroups } from './roles';
import { invalid, missing } from './scim-error';

const hidesMembers = (query: URLSearchParams): boolean =>
  (query.get('excludedAttributes') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .includes('members');

export async function listAllGroups({ directory, query }: Asked): Promise<Answer> {
  const { db, teamId, base } = directory;
  const filter = groupFilter(filterIn(query));
  const page = pageIn(query);
  const total = await countGroups(db, teamId, filter);
  const groups = page.limit === 0 ? [] : await listGroups(db, teamId, filter, page);
  const ids = groups.map(({ id }) => id);
  const hides = hidesMembers(query) || ids.length === 0;
  const members = hides ? [] : await listGroupMembers(db, teamId, ids);
  const of = (id: string) => members.filter(({ groupId }) => groupId === id).map(({ userId }) => userId);
  const resources = groups.map((one) => groupResource(one, base, hides ? undefined : of(one.id)));
  return { resource: listAnswer(resources, { total, offset: page.offset }) };
}

function groupFilter(filter: ReturnType<typeof filterIn>) {
  if (!filter) return {};
  const { attribute, value } = filter;
  if (attribute === 'displayname') return { name: value };
  if (attribute === 'externalid') return { externalId: value };
  if (attribute === 'id') return { id: value };
  throw invalid('invalidFilter', 'Groups are found by displayName, externalId or id.');
}

export async function readGroup({ directory, query, id }: Asked): Promise<Answer> {
  const { db, teamId, base } = directory;
  const group = await findGroup(db, teamId, id);
  if (!group) throw missing();
  if (hidesMembers(query)) return { resource: groupResource(group, base) };
  const members = await listGroupMembers(db, teamId, [id]);
  return {
    resource: groupResource(
      group,
      base,
      members.map(({ userId }) => userId),
    ),
  };
}

/** @throws ScimError uniqueness: the team has one of this name */
export async function createGroup({ directory, body }: Asked): Promise<Answer> {
  const given = groupIn(body);
  const id = newId('grp');
  const resource = await changeBy(directory, async (data, ended) => {
    const { name, externalId = null } = given;
    await insertGroup(data.db, { id, teamId: data.teamId, name, externalId });
    ended.any = await followGroups(data, directory, await changeMembers(data, id, given));
    return written(data, directory, id);
  });
  return { status: 201, resource, location: groupLocation(directory.base, id) };
}

export const replaceGroup = ({ directory, body, id }: Asked): Promise<Answer> =>
  change(directory, id, groupIn(body));

export const patchGroup = ({ directory, body, id }: Asked): Promise<Answer> =>
  change(directory, id, groupChangeIn(body));

async function change(directory: Directory, id: string, wanted: GroupChange): Promise<Answer> {
  const resource = await changeBy(directory, async (data, ended) => {
    const { db, teamId } = data;
    const before = await found(data, id);
    const { name = before.name, externalId = before.externalId } = wanted;
    const isOther = name !== before.name || externalId !== before.externalId;
    if (isOther) await updateGroup(db, { id, teamId, name, externalId });
    const touched = await changeMembers(data, id, wanted);
    // Under another name it may grant another role to everybody in it.
    const all = isOther ? (await listGroupMembers(db, teamId, [id])).map(({ userId }) => userId) : [];
    ended.any = await followGroups(data, directory, [...touched, ...all]);
    return written(data, directory, id);
  });
  return { resource };
}

export async function deleteOneGroup({ directory, id }: Asked): Promise<Answer> {
  await changeBy(directory, async (data, ended) => {
    const { db, teamId } = data;
    await found(data, id);
    const members = (await listGroupMembers(db, teamId, [id])).map(({ userId }) => userId);
    await deleteGroup(db, teamId, id);
    ended.any = await followGroups(data, directory, members);
  });
  return undefined;
}

/**
 * @returns who was added or removed
 * @throws ScimError invalidValue: somebody who does not exist here, such as another team's
 */
async function changeMembers(data: TeamData, id: string, { members }: GroupChange): Promise<Set<string>> {
  const { db, teamId } = data;
  const touched = new Set<string>();
  const now = new Set((await listGroupMembers(db, teamId, [id])).map(({ userId }) => userId));
  for (const { how, ids } of members) {
    const out = how === 'add' ? [] : [...now].filter((one) => ids.includes(one) === (how === 'remove'));
    if (out.length > 0) await deleteGroupMembers(db, { groupId: id, teamId, userIds: out });
    const into = how === 'remove' ? [] : ids.filter((one) => !now.has(one));
    for (const userId of into) await putInto(data, id, userId);
    for (const one of out) now.delete(one);
    for (const one of into) now.add(one);
    for (const one of [...out, ...into]) touched.add(one);
  }
  return touched;
}

async function putInto(data: TeamData, groupId: string, userId: string): Promise<void> {
  const { db, teamId } = data;
  const person = await findDirectoryPerson(db, teamId, userId);
  if (!person) throw invalid('invalidValue', 'A member is not there.');
  // Somebody who was in the team before the directory named them.
  if (person.state === null || person.state === 'deleted')
    await upsertDirectoryPerson(db, { teamId, userId, state: 'in' });
  await insertGroupMember(db, { groupId, teamId, userId });
}

async function found(data: TeamData, id: string): Promise<DirectoryGroup> {
  const group = await findGroup(data.db, data.teamId, id);
  if (!group) throw missing();
  return group;
}

async function written(data: TeamData, { base }: Directory, id: string): Promise<object> {
  const members = await listGroupMembers(data.db, data.teamId, [id]);
  return groupResource(
    await found(data, id),
    base,
    members.map(({ userId }) => userId),
  );
}
