import 'server-only';
import type { TeamData } from '@/db/queries/change';
/** A person's role follows the provider, except for the last admin's. */
import { countAdmins, updateRole } from '@/db/queries/team-changes';
import { log } from '@/lib/log';
import type { Role } from '@/mcp/scopes';

/**
 * @param data of a team that is locked
 * @param role null or undefined: it names none
 * @returns the role that was not granted, since the team would be without an admin
 */
export async function followRole(
  data: TeamData,
  person: { userId: string; role: Role | null },
  role: Role | null | undefined,
): Promise<Role | null> {
  if (!role || person.role === null || person.role === role) return null;
  if (person.role === 'admin' && (await countAdmins(data)) === 1) {
    log('warn', 'sign_on_role_held', { user: person.userId, role });
    return role;
  }
  await updateRole(data, person.userId, role);
  return null;
}
