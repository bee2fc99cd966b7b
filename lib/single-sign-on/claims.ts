/** What a provider says of a person, as far as Amber believes it: pure. */
import type { Role } from '@/mcp/scopes';
import { domainOf } from './providers';
import type { Provider } from './settings';

export interface Said {
  subject: string;
  name: string;
  /** In lower case; null: none that is one. */
  email: string | null;
  /** The provider has verified it, and the operator takes its word for this domain. */
  isTheirs: boolean;
  /** The highest that its groups give; null: none. Undefined: it says nothing of roles, or nobody asked it to. */
  role: Role | null | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

const RANK: readonly Role[] = ['auditor', 'viewer', 'member', 'admin'];
const MAIL = /^[^\s@\p{Cc}]{1,64}@[a-z0-9.-]{1,190}$/u;

export function saidIn(claims: Claims, provider: Provider): Said {
  const mail = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : '';
  const email = MAIL.test(mail) ? mail : null;
  const isVerified = isTrue(claims[provider.verifiedClaim], provider.verifiedClaim);
  return {
    subject: String(claims.sub),
    name: nameIn(claims, email),
    email,
    isTheirs: email !== null && isVerified && provider.domains.includes(domainOf(email)),
    role: roleIn(claims, provider),
  };
}

/** The standard's claim is a truth value, and nothing else counts; Entra writes its own one as it likes. */
const isTrue = (value: unknown, claim: string): boolean =>
  value === true || (claim !== 'email_verified' && (value === 1 || value === '1' || value === 'true'));

function nameIn(claims: Claims, email: string | null): string {
  const said = [claims.name, claims.preferred_username].find(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  const name = String(said ?? email?.split('@')[0] ?? 'New member').replace(/\p{Cc}/gu, ' ');
  return name.trim().slice(0, 100) || 'New member';
}

/** Whether the claim that names groups is there at all. */
export const saysRoles = (claims: Claims, { roleClaim }: Provider): boolean =>
  roleClaim === undefined || claimAt(claims, roleClaim) !== undefined;

/** Under its whole name, or step by step as in `realm_access.roles`. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let at: unknown = claims;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

function roleIn(claims: Claims, provider: Provider): Role | null | undefined {
  if (provider.roleClaim === undefined) return undefined;
  const said = claimAt(claims, provider.roleClaim);
  // Some name no empty list: an ID token without the claim names no group. Where there was none, nobody has said anything.
  if (said === undefined && claims.iss === undefined) return undefined;
  const groups = (Array.isArray(said) ? said : [said]).filter((one) => typeof one === 'string');
  return roleOfGroups(groups, provider);
}

/** @param groups as the provider or the directory calls them */
export function roleOfGroups(
  groups: readonly string[],
  { roles, defaultRole }: Pick<Provider, 'roles' | 'defaultRole'>,
): Role | null {
  const found = groups.flatMap((one) => (Object.hasOwn(roles, one) ? [roles[one]] : []));
  return [...RANK].reverse().find((role) => found.includes(role)) ?? defaultRole;
}
