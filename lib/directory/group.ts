/** A group as a directory writes and reads it, in the formats that Okta and Microsoft Entra send. */
import type { DirectoryGroup } from '@/lib/store/directory/groups';
import { storable } from '@/lib/values/text';
import { GROUP_SCHEMA } from './documents';
import { fieldsOf, type Operation, operationsIn } from './operations';
import { invalid } from './scim-error';

/** Absent values stay as they are. */
export interface GroupChange {
  name?: string;
  externalId?: string | null;
  /** In the order in which they are carried out. */
  members: { how: 'add' | 'remove' | 'set'; ids: string[] }[];
}

const MOST = 1000;

/**
 * From a POST or PUT.
 * @throws ScimError invalidValue, invalidSyntax
 */
export function groupIn(body: unknown): GroupChange & { name: string } {
  const fields = fieldsOf(body);
  const given = fields.get('externalid');
  return {
    name: textIn(fields.get('displayname'), 'displayName'),
    externalId: given === undefined || given === null ? null : textIn(given, 'externalId'),
    members: [{ how: 'set', ids: idsIn(fields.get('members') ?? []) }],
  };
}

/**
 * From a PATCH.
 * @throws ScimError invalidValue, invalidSyntax, invalidPath
 */
export function groupChangeIn(body: unknown): GroupChange {
  const change: GroupChange = { members: [] };
  for (const operation of operationsIn(body)) {
    if (operation.path !== null) {
      apply(change, operation, operation.path, operation.value);
      continue;
    }
    for (const [attribute, value] of fieldsOf(operation.value)) apply(change, operation, attribute, value);
  }
  return change;
}

function apply(change: GroupChange, { op }: Operation, path: string, value: unknown): void {
  if (path === 'displayname') change.name = textIn(op === 'remove' ? null : value, 'displayName');
  else if (path === 'externalid') change.externalId = op === 'remove' ? null : textIn(value, 'externalId');
  else if (path === 'members') change.members.push(membersOf(op, value));
  else if (path.startsWith('members[')) {
    const id = /^members\[\s*value\s+eq\s+"([\w-]{1,128})"\s*\]$/i.exec(path)?.[1];
    if (id === undefined || op !== 'remove')
      throw invalid('invalidPath', 'Of members one is taken out by members[value eq "ID"].');
    change.members.push({ how: 'remove', ids: [id] });
  }
}

/** Without a value, all are removed. */
function membersOf(op: Operation['op'], value: unknown): GroupChange['members'][number] {
  if (op === 'remove')
    return value === undefined || value === null
      ? { how: 'set', ids: [] }
      : { how: 'remove', ids: idsIn(value) };
  return { how: op === 'add' ? 'add' : 'set', ids: idsIn(value) };
}

function idsIn(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  if (all.length > MOST) throw invalid('invalidValue', `At most ${MOST} members at a time.`);
  return [
    ...new Set(
      all.map((one) => {
        const id = fieldsOf(one).get('value');
        if (typeof id === 'string' && /^[\w-]{1,128}$/.test(id)) return id;
        throw invalid('invalidValue', 'A member is named by its id, as value.');
      }),
    ),
  ];
}

function textIn(value: unknown, what: string): string {
  const found = typeof value === 'string' ? storable(value).trim() : '';
  if (found === '' || found.length > 300)
    throw invalid('invalidValue', `${what} must be a text of up to 300 characters.`);
  return found;
}

export const groupLocation = (base: string, id: string): string => `${base}/Groups/${id}`;

/** @param members absent if not requested */
export function groupResource(group: DirectoryGroup, base: string, members?: readonly string[]): object {
  const { id, name, externalId, createdAt, updatedAt } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName: name,
    ...(externalId !== null && { externalId }),
    ...(members && {
      members: members.map((value) => ({ value, type: 'User', $ref: `${base}/Users/${value}` })),
    }),
    meta: {
      resourceType: 'Group',
      location: groupLocation(base, id),
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
    },
  };
}
