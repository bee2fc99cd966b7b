/** A team's client at an authorization server: given by an admin, or registered by us; stored per issuer. */
import type { AuthorizationError } from '@/lib/authorization/authorization-error';
import { becomeClient, type Client, givenClient } from '@/lib/authorization/client';
import type { Issuer } from '@/lib/authorization/issuer-metadata';
import type { Web } from '@/lib/authorization/web';
import { findServerClient, upsertServerClient } from '@/lib/store/servers/sign-ins';
import type { SignInContext } from './context';
import { openClient, sealClient } from './sealed';

/** A client id given by an admin. */
export interface GivenClient {
  id: string;
  secret?: string | undefined;
}

export async function ourClient(
  { db, caller, secret, self }: SignInContext,
  web: Web,
  issuer: Issuer,
  given: GivenClient | undefined,
): Promise<Client> {
  const owner = { teamId: caller.teamId, issuer: issuer.issuer, redirectUri: self.redirectUri };
  if (given) {
    const proof = { ...(given.secret && { secret: given.secret }) };
    const whole = { ...owner, clientId: given.id };
    await upsertServerClient(db, { ...whole, sealed: sealClient(secret, whole, proof), source: 'given' });
    return givenClient(given.id, given.secret, issuer);
  }
  const known = await findServerClient(db, owner.teamId, owner.issuer, owner.redirectUri);
  const proof = known && openClient(secret, known);
  if (known && proof && known.source === 'given') return givenClient(known.clientId, proof.secret, issuer);
  const takesUs = issuer.takesDocuments && self.documentUrl !== undefined;
  if (known && proof && !takesUs)
    return {
      id: known.clientId,
      source: 'registered',
      method: proof.method ?? 'none',
      ...(proof.secret && { secret: proof.secret }),
    };
  const client = await becomeClient(web, issuer, self);
  if (client.source === 'registered') {
    const whole = { ...owner, clientId: client.id };
    const { method, secret: ours } = client;
    const sealed = sealClient(secret, whole, { method, ...(ours && { secret: ours }) });
    await upsertServerClient(db, { ...whole, sealed, source: 'registered' });
  }
  return client;
}

/** Includes what an admin can do about it. */
export function told(error: AuthorizationError): string {
  if (error.problem !== 'needs-client') return error.message;
  return `${error.message} An admin registers Amber there and enters the id that it is given.`;
}
