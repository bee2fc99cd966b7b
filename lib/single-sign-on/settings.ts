import 'server-only';
/**
 * The operator's single sign-on providers: one in `OIDC_*`, or several in the file `AMBER_OIDC`. Read at start. Errors
 * name the entry, the field and the remedy, and repeat no value, since it may be a secret.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLocal } from '@/lib/authorization/web';
import { foreignVariable } from '@/lib/env';
import { EnvError } from '@/lib/env/env-error';
import { isClosedHost } from '@/lib/transport/addresses';
import type { Role } from '@/mcp/scopes';

export interface Provider {
  /** Part of addresses, such as the one to which the provider sends people back. */
  id: string;
  /** On its button. */
  name: string;
  /** Exactly as in the provider's metadata. */
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** The team that people join through it: its id or its name. */
  team: string;
  /** Mail domains, in lower case, for whose addresses the provider is trusted. */
  domains: readonly string[];
  /** People with an address in these domains must use it. */
  forced: boolean;
  /** The claim that says that an address was verified. */
  verifiedClaim: string;
  /** The claim with groups or roles; absent: roles are granted in Amber. */
  roleClaim?: string | undefined;
  roles: Readonly<Record<string, Role>>;
  /** The role of people to whom `roles` grants none; null: they are not admitted. */
  defaultRole: Role | null;
  scopes: readonly string[];
  /** Added to the authorization request. */
  parameters: Readonly<Record<string, string>>;
}

/** Parameters set by the protocol itself. */
const OWN_PARAMETERS =
  /^(?:client_id|client_secret|redirect_uri|response_type|response_mode|scope|state|nonce|code_challenge|code_challenge_method|request|request_uri|login_hint)$/;
const ROLE = z.enum(
  ['auditor', 'viewer', 'member', 'admin'],
  'must be "auditor", "viewer", "member" or "admin"',
);
const words = (most: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`);
const domain = z
  .string('must be a text')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'must be a domain such as "example.com"');

/** Over TLS, except for a provider on this machine or inside its network. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.username || url.password || url.hash || url.search) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (isLocal(url) || isClosedHost(url.hostname));
}

const PROVIDER = z.strictObject({
  id: z
    .string('must be a text, such as "company"')
    .regex(/^[a-z0-9-]{1,32}$/, 'must be up to 32 small letters, digits or dashes'),
  name: words(60),
  issuer: z
    .string('must be a text')
    .refine(isIssuer, 'must be the https:// address that the provider calls its issuer, without ? and #'),
  clientId: words(500),
  clientSecretVariable: z
    .string('must be a text')
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]{0,99}$/,
      'must be the NAME of an environment variable, never the secret itself',
    )
    .optional(),
  team: words(200),
  domains: z.array(domain, 'must be a list of domains').max(200).default([]),
  forced: z.boolean('must be true or false').default(false),
  verifiedClaim: words(200).default('email_verified'),
  roleClaim: words(200).optional(),
  roles: z.record(z.string().max(500), ROLE, 'must name a role for each group').default({}),
  defaultRole: ROLE.nullable().optional(),
  scopes: z.array(words(100), 'must be a list of scopes').max(20).default([]),
  parameters: z
    .record(z.string().max(100), z.string().max(500), 'must be words for words')
    .refine(
      (all) => !Object.keys(all).some((name) => OWN_PARAMETERS.test(name)),
      'must not hold what is set by the protocol itself',
    )
    .default({}),
});

const FILE = z.strictObject({
  providers: z
    .array(PROVIDER, 'must be a list of providers')
    .min(1, 'must have at least one provider')
    .max(20, 'must have at most 20 providers'),
});

type Entry = z.infer<typeof PROVIDER>;
type Variable = (name: string) => string | undefined;

/** @throws EnvError */
export function readProviders(
  { oidc = {}, oidcFile }: { oidc?: Readonly<Record<string, string>>; oidcFile?: string | undefined },
  variable: Variable = foreignVariable,
): Provider[] {
  const ofFile = oidcFile === undefined ? [] : inFile(oidcFile, variable);
  const own = inSettings(oidc);
  const all = own ? [own, ...ofFile] : ofFile;
  const problems = clashes(all);
  if (problems.length > 0) throw new EnvError(problems);
  return all;
}

function inFile(file: string, variable: Variable): Provider[] {
  const refuse = (problems: string[]) =>
    new EnvError(problems.map((one) => `AMBER_OIDC: ${file}: ${one}. docs/single-sign-on.md says how.`));
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw refuse(['it cannot be read as JSON']);
  }
  const parsed = FILE.safeParse(given);
  if (!parsed.success) throw refuse(parsed.error.issues.map((issue) => issueWords(issue, given)));
  return parsed.data.providers.map((entry) => {
    const name = entry.clientSecretVariable;
    const clientSecret = name === undefined ? undefined : variable(name)?.trim() || undefined;
    if (name !== undefined && clientSecret === undefined)
      throw refuse([`the provider "${entry.id}": clientSecretVariable names a variable that is not set`]);
    return providerOf(entry, clientSecret);
  });
}

/** Names the entry, by its id if it has one. */
function issueWords({ path, message }: z.core.$ZodIssue, given: unknown): string {
  const [list, at, ...field] = path;
  const where = field.map(String).join('.');
  if (list !== 'providers' || typeof at !== 'number')
    return `${path.map(String).join('.')} ${message}`.trim();
  const id: unknown = Reflect.get(
    Object(Reflect.get(Object(Reflect.get(Object(given), 'providers')), at)),
    'id',
  );
  const which = typeof id === 'string' && /^[a-z0-9-]{1,32}$/.test(id) ? `"${id}"` : `number ${at + 1}`;
  return `the provider ${which}: ${where} ${message}`;
}

/** The one in `OIDC_*`. */
function inSettings(given: Readonly<Record<string, string>>): Provider | undefined {
  if (Object.keys(given).length === 0) return undefined;
  const problems: string[] = [];
  const needed = (name: string, why: string) => {
    if (!given[name]) problems.push(`${name} is missing: ${why}.`);
  };
  needed('OIDC_ISSUER', 'it names the provider of single sign-on');
  needed('OIDC_CLIENT_ID', 'the provider gives it when Amber is registered there');
  needed('OIDC_TEAM', 'it names the team that people join, by its id or its name');
  if (given.OIDC_FORCED !== undefined && !['0', '1'].includes(given.OIDC_FORCED))
    problems.push('OIDC_FORCED is not valid: it must be 0 or 1.');
  const roles = rolesIn(given.OIDC_ROLES ?? '');
  if (problems.length > 0) throw new EnvError(problems);
  const parsed = PROVIDER.safeParse({
    id: 'company',
    name: given.OIDC_NAME ?? 'single sign-on',
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID,
    team: given.OIDC_TEAM,
    forced: given.OIDC_FORCED === '1',
    domains: listIn(given.OIDC_DOMAINS ?? ''),
    roles,
    roleClaim: given.OIDC_ROLE_CLAIM,
  });
  if (parsed.success) return providerOf(parsed.data, given.OIDC_CLIENT_SECRET);
  throw new EnvError(
    parsed.error.issues.map(({ path, message }) => `${SETTING[String(path[0])] ?? 'OIDC_*'}: ${message}.`),
  );
}

const SETTING: Readonly<Record<string, string>> = {
  name: 'OIDC_NAME',
  issuer: 'OIDC_ISSUER',
  clientId: 'OIDC_CLIENT_ID',
  team: 'OIDC_TEAM',
  domains: 'OIDC_DOMAINS',
  roleClaim: 'OIDC_ROLE_CLAIM',
  roles: 'OIDC_ROLES',
};

const listIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** `amber-admins=admin, staff=member`. */
function rolesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    listIn(text).map((one) => {
      const at = one.lastIndexOf('=');
      return at < 1 ? [one, ''] : [one.slice(0, at).trim(), one.slice(at + 1).trim()];
    }),
  );
}

function providerOf(
  { clientSecretVariable: _, defaultRole, ...entry }: Entry,
  clientSecret?: string,
): Provider {
  const maps = Object.keys(entry.roles).length > 0;
  return {
    ...entry,
    clientSecret,
    defaultRole: defaultRole === undefined ? (maps ? null : 'member') : defaultRole,
  };
}

/** Conflicts between entries, and what is missing. */
function clashes(all: readonly Provider[]): string[] {
  const problems: string[] = [];
  const twice = (values: string[]) => [...new Set(values.filter((one, at) => values.indexOf(one) !== at))];
  for (const id of twice(all.map((one) => one.id)))
    problems.push(`Single sign-on: two providers have the id "${id}". Give one of them another.`);
  for (const issuer of twice(all.map((one) => `${one.issuer} ${one.team}`)))
    problems.push(
      `Single sign-on: two providers have the issuer ${issuer.split(' ')[0]}. Leave one of them out.`,
    );
  for (const name of twice(all.flatMap((one) => [...new Set(one.domains)])))
    problems.push(`Single sign-on: two providers name the domain ${name}. Whose word counts? Name it once.`);
  for (const { id, forced, domains, roles, roleClaim } of all) {
    if (forced && domains.length === 0)
      problems.push(
        `Single sign-on, the provider "${id}": forced needs the domains for which it is. Name them.`,
      );
    if (Object.keys(roles).length > 0 !== (roleClaim !== undefined))
      problems.push(`Single sign-on, the provider "${id}": a role claim and roles go together. Name both.`);
  }
  return problems;
}
