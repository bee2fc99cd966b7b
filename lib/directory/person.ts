/**
 * A person as a directory writes and reads them. Attributes that Amber does not store (department, telephone) are
 * accepted and ignored.
 */
import type { DirectoryPerson } from '@/lib/store/directory/people';
import { storable } from '@/lib/values/text';
import { attributesOf, fieldsOf, operationsIn } from './operations';
import { invalid } from './scim-error';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Absent values stay as they are. */
export interface PersonChange {
  /** In lower case. */
  userName?: string;
  name?: string;
  /** Null removes it. */
  externalId?: string | null;
  active?: boolean;
}

const MAIL = /^[^\s@"<>,;:\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/;

/**
 * From a POST or PUT.
 * @throws ScimError invalidValue, invalidSyntax
 */
export function personIn(body: unknown): PersonChange & { userName: string } {
  const change = changeOf([...fieldsOf(body)]);
  const { userName } = change;
  if (userName === undefined) throw invalid('invalidValue', 'userName is needed.');
  return { ...change, userName };
}

/**
 * From a PATCH.
 * @throws ScimError invalidValue, invalidSyntax, invalidPath
 */
export function personChangeIn(body: unknown): PersonChange {
  return changeOf(operationsIn(body).flatMap(attributesOf));
}

function changeOf(attributes: [string, unknown][]): PersonChange {
  const change: PersonChange = {};
  const names: Names = {};
  for (const [attribute, value] of attributes) {
    if (attribute === 'active') change.active = truth(value);
    else if (attribute === 'username') change.userName = mail(value);
    else if (attribute === 'externalid') change.externalId = value === null ? null : text(value, attribute);
    else if (attribute === 'displayname') names.display = nameText(value);
    else if (attribute === 'name' && value !== null) readName(fieldsOf(value), names);
    else if (attribute.startsWith('name.')) readName(new Map([[attribute.slice(5), value]]), names);
  }
  const name = nameOf(names);
  return name === undefined ? change : { ...change, name };
}

interface Names {
  display?: string | undefined;
  formatted?: string | undefined;
  given?: string | undefined;
  family?: string | undefined;
}

function readName(fields: Map<string, unknown>, names: Names): void {
  if (fields.has('formatted')) names.formatted = nameText(fields.get('formatted'));
  if (fields.has('givenname')) names.given = nameText(fields.get('givenname'));
  if (fields.has('familyname')) names.family = nameText(fields.get('familyname'));
}

/** From only one part, the rest is unknown. */
function nameOf({ display, formatted, given, family }: Names): string | undefined {
  const both = given && family ? `${given} ${family}`.slice(0, 100) : undefined;
  return display ?? formatted ?? both;
}

function nameText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  return text(value, 'A name').slice(0, 100);
}

function text(value: unknown, what: string): string {
  const found = typeof value === 'string' ? storable(value).trim() : '';
  if (found === '' || found.length > 300)
    throw invalid('invalidValue', `${what} must be a text of up to 300 characters.`);
  return found;
}

/** Entra sends it as text. */
function truth(value: unknown): boolean {
  const said = typeof value === 'string' ? value.toLowerCase() : value;
  if (said === true || said === 'true') return true;
  if (said === false || said === 'false') return false;
  throw invalid('invalidValue', 'active must be true or false.');
}

function mail(value: unknown): string {
  const found = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (found.length > 254 || found.includes('\0') || !MAIL.test(found))
    throw invalid('invalidValue', 'userName must be a mail address.');
  return found;
}

/** Somebody who waits for a group that grants them a role is active for the directory, but not in the team. */
export const isActive = ({ role, state }: DirectoryPerson): boolean => role !== null || state === 'waiting';

export const personLocation = (base: string, userId: string): string => `${base}/Users/${userId}`;

export function personResource(person: DirectoryPerson, base: string): object {
  const { userId, email, name, externalId, createdAt, updatedAt, role } = person;
  return {
    schemas: [USER_SCHEMA],
    id: userId,
    ...(externalId !== null && { externalId }),
    userName: email,
    displayName: name,
    name: { formatted: name },
    active: isActive(person),
    emails: [{ value: email, type: 'work', primary: true }],
    ...(role !== null && { roles: [{ value: role, primary: true }] }),
    meta: {
      resourceType: 'User',
      location: personLocation(base, userId),
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
    },
  };
}
