import 'server-only';
/** Which role a directory's groups grant, by the mapping in the settings of the team's single sign-on providers. */
import type { TeamData } from '@/db/queries/change';
import { countAdmins, findMember, removeMember } from '@/db/queries/team-changes';
import { roleOfGroups } from '@/lib/single-sign-on/claims';
import { followRole } from '@/lib/single-sign-on/role';
import type { Provider } from '@/lib/single-sign-on/settings';
import { listGroupNamesOf } from '@/lib/store/directory/groups';
import { findDirectoryState, upsertDirectoryPerson } from '@/lib/store/directory/people';
import { insertMember } from '@/lib/store/people';
import { findTeamNamed } from '@/lib/store/sign-on/accounts';
import type { Role } from '@/mcp/scopes';
import { assertMayGo } from '@/mcp/tools/team/rules';
import type { Directory } from './door';

type Mapping = Pick<Provider, 'roles' | 'defaultRole'>;

/** Without a provider everybody is a member, and admins grant other roles. */
async function mappingOf({ db, teamId }: TeamData, { providers }: Directory): Promise<Mapping> {
  const own: Provider[] = [];
  for (const one of providers) if ((await findTeamNamed(db, one.team)) === teamId) own.push(one);
  const [first] = own;
  if (!first) return { roles: {}, defaultRole: 'member' };
  return { roles: Object.assign({}, ...own.map(({ roles }) => roles)), defaultRole: first.defaultRole };
}

/** Whether another team's single sign-on is responsible for this address: only that one knows whose it is. */
export async function isAnotherTeams(
  { db, teamId }: TeamData,
  { providers }: Directory,
  email: string,
): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const answering = providers.filter(({ domains }) => domains.includes(domain));
  for (const { team } of answering) if ((await findTeamNamed(db, team)) !== teamId) return true;
  return false;
}

const gives = ({ roles }: Mapping): boolean => Object.keys(roles).length > 0;

/** Null if none of their groups grants one. */
async function roleFor(data: TeamData, mapping: Mapping, userId: string): Promise<Role | null> {
  const groups = gives(mapping) ? await listGroupNamesOf(data.db, data.teamId, userId) : [];
  return roleOfGroups(groups, mapping);
}

/**
 * Adds somebody who is in no team, once a group grants them a role.
 * @param data of a team that is locked
 */
export async function place(data: TeamData, directory: Directory, userId: string): Promise<void> {
  const role = await roleFor(data, await mappingOf(data, directory), userId);
  const { teamId } = data;
  await upsertDirectoryPerson(data.db, { teamId, userId, state: role === null ? 'waiting' : 'in' });
  if (role !== null) await insertMember(data.db, { userId, teamId, role });
}

/**
 * Ends a membership by the rules that apply to an admin.
 * @param data of a team that is locked
 * @throws ToolError the last admin
 */
export async function putOut(data: TeamData, { id }: Directory, userId: string): Promise<boolean> {
  const member = await findMember(data, userId);
  if (!member) return false;
  await assertMayGo(data, member, id);
  await removeMember(data, userId);
  return true;
}

/**
 * Applies the present groups of those whose groups have changed. Somebody without any role from a group is removed
 * until one grants it; the last admin stays, as an admin. Somebody removed by an admin or by the directory does not
 * come back through a group.
 * @param data of a team that is locked
 * @returns whether anybody may do less than before
 */
export async function followGroups(
  data: TeamData,
  directory: Directory,
  userIds: Iterable<string>,
): Promise<boolean> {
  const mapping = await mappingOf(data, directory);
  if (!gives(mapping)) return false;
  let less = false;
  for (const userId of new Set(userIds)) less = (await followOne(data, mapping, userId)) || less;
  return less;
}

async function followOne(data: TeamData, mapping: Mapping, userId: string): Promise<boolean> {
  const { db, teamId } = data;
  const role = await roleFor(data, mapping, userId);
  const member = await findMember(data, userId);
  if (member && role !== null) {
    await followRole(data, member, role);
    return true;
  }
  if (member) {
    if (member.role === 'admin' && (await countAdmins(data)) === 1) return false;
    await removeMember(data, userId);
    await upsertDirectoryPerson(db, { teamId, userId, state: 'waiting' });
    return true;
  }
  if (role === null || (await findDirectoryState(db, teamId, userId)) !== 'waiting') return false;
  await insertMember(db, { userId, teamId, role });
  await upsertDirectoryPerson(db, { teamId, userId, state: 'in' });
  return false;
}
