/** The beginning of a sign-in: from a server's address to the page to which the person is sent. */
import { type Begun, beginAttempt, scopesToAsk } from './attempt';
import type { Challenge } from './challenge';
import type { Client, Self } from './client';
import { findIssuer, type Issuer } from './issuer-metadata';
import { findResource } from './resource-metadata';
import type { Web } from './web';

export interface SignInOptions {
  /** How the server itself is reached. */
  serverWeb: Web;
  /** How the authorization server it names is reached. */
  issuerWeb: Web;
  serverUrl: string;
  self: Self;
  challenge: Challenge | undefined;
  /** Scopes that were asked for before, and at which authorization server. */
  before?: { issuer: string; scopes: readonly string[] };
  /** False if its authorization server refuses to be told which server the token is for. */
  namesResource?: boolean;
  /** Our client there: a known one, otherwise a new one. */
  clientFor(issuer: Issuer): Promise<Client>;
}

export interface BegunAt extends Begun {
  /** The server's resource identifier, whether or not it is sent. */
  resource: string;
}

/** @throws AuthorizationError */
export async function beginSignIn(options: SignInOptions): Promise<BegunAt> {
  const { serverWeb, issuerWeb, serverUrl, self, challenge, before, namesResource = true } = options;
  const found = await findResource(serverWeb, serverUrl, challenge);
  const issuer = await findIssuer(issuerWeb, found.issuer);
  const known = before?.issuer === issuer.issuer ? before.scopes : [];
  const scopes = scopesToAsk(challenge, found, issuer, known);
  const client = await options.clientFor(issuer);
  const resource = namesResource ? found.resource : undefined;
  return { ...beginAttempt(issuer, client, self, { scopes, resource }), resource: found.resource };
}
