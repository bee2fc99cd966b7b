/** The beginning of a sign-in as a whole: from a server's address to the page to which the person goes. */
import { type Begun, beginAttempt, scopesToAsk } from './attempt';
import type { Challenge } from './challenge';
import type { Client, Self } from './client';
import { findIssuer, type Issuer } from './issuer-metadata';
import { findResource } from './resource-metadata';
import type { Web } from './web';

export interface SignInOptions {
  /** How the server itself is asked. */
  serverWeb: Web;
  /** How whomever it names is asked. */
  issuerWeb: Web;
  serverUrl: string;
  self: Self;
  challenge: Challenge | undefined;
  /** Scopes that were asked for before, at which authorization server. */
  before?: { issuer: string; scopes: readonly string[] };
  /** False: its authorization server refuses to be told which server the token is for. */
  namesResource?: boolean;
  /** Who we are there: what is known already, else what becomes of asking. */
  clientFor(issuer: Issuer): Promise<Client>;
}

export interface BegunAt extends Begun {
  /** How the server calls itself there, told or not. */
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
