/** Scopes: what a caller may use. One pair per entity; a tool names the one it needs and exists only with it. */

export const ENTITIES = [
  'customers',
  'orders',
  'invoices',
  'transactions',
  'accounts',
  'categories',
  'team',
  'reports',
  'web',
  'memory',
] as const;

export type Entity = (typeof ENTITIES)[number];
export type Scope = `${Entity}.read` | `${Entity}.write`;
export type Role = 'viewer' | 'member' | 'admin' | 'auditor';

const ALL_READ = ENTITIES.map((entity): Scope => `${entity}.read`);
const ALL_WRITE = ENTITIES.map((entity): Scope => `${entity}.write`);

/** The scopes of a role: viewers read, members also write, admins also change the team. Auditors have no tools. Unknown: none. */
export function scopesOf(role: Role): ReadonlySet<Scope> {
  switch (role) {
    case 'viewer':
      return new Set(ALL_READ);
    case 'member':
      return new Set([...ALL_READ, ...ALL_WRITE.filter((scope) => scope !== 'team.write')]);
    case 'admin':
      return new Set([...ALL_READ, ...ALL_WRITE]);
    case 'auditor':
      return new Set();
    default:
      return new Set();
  }
}
