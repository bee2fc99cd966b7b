/**
 * The name under which a person is known at an authorization server, from the id token. The token came straight from
 * there over TLS, so its signature need not be checked (OpenID Connect Core, 3.1.3.7); the name is only displayed and
 * decides nothing.
 */
import { isRecord } from '@/lib/values/records';
import { storable, visible } from '@/lib/values/text';

const MAX_TOKEN = 16_000;
const MAX_ACCOUNT = 200;
/** The first claim present counts: names that people know, before ids that only the server knows. */
const CLAIMS = ['preferred_username', 'email', 'name', 'sub'] as const;

export function accountIn(idToken: unknown, issuer: string, clientId: string): string | undefined {
  if (typeof idToken !== 'string' || idToken.length > MAX_TOKEN) return undefined;
  const claims = claimsIn(idToken);
  const { iss, aud } = claims;
  const isForUs = aud === clientId || (Array.isArray(aud) && aud.includes(clientId));
  if (iss !== issuer || !isForUs) return undefined;
  const said = CLAIMS.map((name) => claims[name]).find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof said === 'string' ? visible(storable(said.slice(0, MAX_ACCOUNT))) : undefined;
}

function claimsIn(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isRecord(claims) ? claims : {};
  } catch {
    return {};
  }
}
