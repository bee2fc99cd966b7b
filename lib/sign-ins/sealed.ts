/** What of a sign-in opens something, as the database keeps it: a row that is moved elsewhere does not open there. */
import type { Attempt } from '@/lib/authorization/attempt';
import type { AuthMethod, Client } from '@/lib/authorization/client';
import type { Tokens } from '@/lib/authorization/tokens';
import type { AttemptRow, SignInRow } from '@/lib/store/servers/sign-ins';
import { openText, type Seal, sealText } from '@/lib/values/seal';

/** All that is needed to use a sign-in and to refresh it. */
export interface Opened {
  tokens: Tokens;
  /** When they were given, in milliseconds since 1970. */
  obtainedAt: number;
  tokenEndpoint: string;
  client: Client;
  /** Absent: its authorization server refuses to be told of it. */
  resource?: string;
}

/** What says whose a sign-in is. */
export type SignInOwner = Pick<
  SignInRow,
  'id' | 'teamId' | 'server' | 'identity' | 'personId' | 'issuer' | 'resource'
>;

const signInSeal = (secret: string, of: SignInOwner): Seal => ({
  ...{ secret, purpose: 'amber: sign-ins at servers are sealed with this' },
  owner: [of.id, of.teamId, of.server, of.identity, of.personId ?? '', of.issuer, of.resource],
});

export function sealSignIn(secret: string, owner: SignInOwner, opened: Opened): string {
  return sealText(signInSeal(secret, owner), JSON.stringify(opened));
}

/** Undefined: it is of another secret, team, server, person, issuer or resource, or was changed since. */
export function openSignIn(secret: string, row: SignInOwner & { sealed: string }): Opened | undefined {
  return parsed<Opened>(openText(signInSeal(secret, row), row.sealed));
}

export type AttemptOwner = Pick<
  AttemptRow,
  'stateHash' | 'teamId' | 'userId' | 'server' | 'identity' | 'forTeam' | 'issuer' | 'resource'
>;

const attemptSeal = (secret: string, of: AttemptOwner): Seal => ({
  ...{ secret, purpose: 'amber: sign-ins that were begun are sealed with this' },
  owner: [
    of.stateHash,
    of.teamId,
    of.userId,
    of.server,
    of.identity,
    `${of.forTeam}`,
    of.issuer,
    of.resource,
  ],
});

export function sealAttempt(secret: string, owner: AttemptOwner, attempt: Attempt): string {
  return sealText(attemptSeal(secret, owner), JSON.stringify(attempt));
}

export function openAttempt(secret: string, row: AttemptOwner & { sealed: string }): Attempt | undefined {
  return parsed<Attempt>(openText(attemptSeal(secret, row), row.sealed));
}

/** Whose a client is: at another authorization server it opens nothing. */
export interface ClientOwner {
  teamId: string;
  issuer: string;
  redirectUri: string;
  clientId: string;
}

/** How a client proves itself. */
export interface Proof {
  secret?: string;
  /** Absent: by what the authorization server takes. */
  method?: AuthMethod;
}

const clientSeal = (secret: string, of: ClientOwner): Seal => ({
  ...{ secret, purpose: 'amber: secrets of clients are sealed with this' },
  owner: [of.teamId, of.issuer, of.redirectUri, of.clientId],
});

export function sealClient(secret: string, owner: ClientOwner, proof: Proof): string {
  return sealText(clientSeal(secret, owner), JSON.stringify(proof));
}

export function openClient(secret: string, row: ClientOwner & { sealed: string }): Proof | undefined {
  return parsed<Proof>(openText(clientSeal(secret, row), row.sealed));
}

function parsed<Value>(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}
