/** The secret parts of a sign-in, as the database keeps them: they cannot be opened if moved to another row. */
import type { Attempt } from '@/lib/authorization/attempt';
import type { AuthMethod, Client } from '@/lib/authorization/client';
import type { Tokens } from '@/lib/authorization/tokens';
import type { AttemptRow, SignInRow } from '@/lib/store/servers/sign-ins';
import { openText, type Seal, sealText } from '@/lib/values/seal';

/** Everything needed to use a sign-in and to refresh it. */
export interface Opened {
  tokens: Tokens;
  /** When they were issued, in milliseconds since 1970. */
  obtainedAt: number;
  tokenEndpoint: string;
  client: Client;
  /** Absent if its authorization server refuses the parameter. */
  resource?: string;
}

/** What identifies the owner of a sign-in. */
export type SignInOwner = Pick<
  SignInRow,
  'id' | 'teamId' | 'server' | 'identity' | 'personId' | 'issuer' | 'resource'
>;

const signInSeal = (secret: string, of: SignInOwner): Seal => ({
  secret,
  purpose: 'amber: sign-ins at servers are sealed with this',
  owner: [of.id, of.teamId, of.server, of.identity, of.personId ?? '', of.issuer, of.resource],
});

export function sealSignIn(secret: string, owner: SignInOwner, opened: Opened): string {
  return sealText(signInSeal(secret, owner), JSON.stringify(opened));
}

/** Undefined if it belongs to another secret, team, server, person, issuer or resource, or has been changed since. */
export function openSignIn(secret: string, row: SignInOwner & { sealed: string }): Opened | undefined {
  return parsed<Opened>(openText(signInSeal(secret, row), row.sealed));
}

export type AttemptOwner = Pick<
  AttemptRow,
  'stateHash' | 'teamId' | 'userId' | 'server' | 'identity' | 'forTeam' | 'issuer' | 'resource'
>;

const attemptSeal = (secret: string, of: AttemptOwner): Seal => ({
  secret,
  purpose: 'amber: sign-ins that were begun are sealed with this',
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

/** The owner of a client: at another authorization server it cannot be opened. */
export interface ClientOwner {
  teamId: string;
  issuer: string;
  redirectUri: string;
  clientId: string;
}

/** How a client authenticates. */
export interface Proof {
  secret?: string;
  /** Absent: whatever the authorization server accepts. */
  method?: AuthMethod;
}

const clientSeal = (secret: string, of: ClientOwner): Seal => ({
  secret,
  purpose: 'amber: secrets of clients are sealed with this',
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
