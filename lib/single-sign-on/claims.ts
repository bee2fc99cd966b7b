/** A provider's claims about a person, as far as Amber trusts them: pure. */
import type { Role } from '@/mcp/scopes';
import { domainOf } from './providers';
import type { Provider } from './settings';

export interface Said {
  subject: string;
  name: string;
  /** In lower case; null if there is no valid one. */
  email: string | null;
  /** The provider has verified it, and the operator trusts it for this domain. */
  isTheirs: boolean;
  /**
   * The highest that their groups grant; null: none. Undefined: the provider says nothing about roles, or is not asked
   * to.
   */
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

/** The standard's claim is a boolean, and nothing else counts; Entra writes its own one in several ways. */
const isTrue = (value: unknown, claim: string): boolean =>
  value === true || (claim !== 'email_verified' && (value === 1 || value === '1' || value === 'true'));

function nameIn(claims: Claims, email: string | null): string {
  const said = [claims.name, claims.preferred_username].find(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  const name = String(said ?? email?.split('@')[0] ?? 'New member').replace(/\p{Cc}/gu, ' ');
  return name.trim().slice(0, 100) || 'New member';
}

/** Whether the claim with the groups is present at all. */
export const saysRoles = (claims: Claims, { roleClaim }: Provider): boolean =>
  roleClaim === undefined || claimAt(claims, roleClaim) !== undefined;

/** By its whole name, or step by step as in `realm_access.roles`. */
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
  // Some providers omit an empty list: an ID token without the claim means no groups. Without an ID token, nothing is
  // known.
  if (said === undefined && claims.iss === undefined) return undefined;
  const groups = (Array.isArray(said) ? said : [said]).filter((one) => typeof one === 'string');
  return roleOfGroups(groups, provider);
}

/** @param groups as named by the provider or the directory */
export function roleOfGroups(
  groups: readonly string[],
  { roles, defaultRole }: Pick<Provider, 'roles' | 'defaultRole'>,
): Role | null {
  const found = groups.flatMap((one) => (Object.hasOwn(roles, one) ? [roles[one]] : []));
  return [...RANK].reverse().find((role) => found.includes(role)) ?? defaultRole;
}
