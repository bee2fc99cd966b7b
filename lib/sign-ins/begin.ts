import 'server-only';
/** Begins a sign-in at a server: from here to the page of the authorization server. */
import { createHash } from 'node:crypto';
import { AuthorizationError } from '@/lib/authorization/authorization-error';
import { type Challenge, challengeIn, scopesIn } from '@/lib/authorization/challenge';
import { beginSignIn } from '@/lib/authorization/sign-in';
import { hostOf, type Web } from '@/lib/authorization/web';
import { AppError } from '@/lib/errors';
import type { SignInWay } from '@/lib/servers/team-servers';
import { findRole } from '@/lib/store/people';
import { findActiveSignIn, insertAttempt, type SignInRow } from '@/lib/store/servers/sign-ins';
import type { WebServerConfig } from '@/lib/transport/server-config';
import type { SignInContext } from './context';
import { type GivenClient, ourClient, told } from './our-client';
import { reachOf } from './reach';
import { sealAttempt } from './sealed';

export interface BeginSignIn {
  server: string;
  /** The chat to come back to. */
  chatId?: string | undefined;
  /** Only from an admin. */
  client?: GivenClient | undefined;
}

/** What a person sees before going there. */
export interface BegunSignIn {
  url: string;
  /** The host of that page, and the scopes asked for. */
  host: string;
  scopes: readonly string[];
}

/** How many times in a row a server is granted further scopes. */
const MOST_STEP_UPS = 2;
const PROBE_MS = 10_000;

/** @throws AppError not_found, forbidden, conflict, unavailable */
export async function begin(context: SignInContext, asked: BeginSignIn): Promise<BegunSignIn> {
  const { db, caller } = context;
  const { config, way } = await serverOf(context, asked.server);
  const isAdmin = (await findRole(db, caller)) === 'admin';
  if (way.forTeam && !isAdmin)
    throw new AppError('forbidden', 'Only admins sign the team in at this server.');
  if (asked.client && !isAdmin)
    throw new AppError('forbidden', 'Only admins say by which id Amber is known there.');
  const person = way.forTeam ? null : caller.userId;
  const found = await findActiveSignIn(db, caller.teamId, config.name, person);
  const now = found?.identity === way.identity ? found : undefined;
  const stepUps = now?.wanted ? now.stepUps + 1 : 0;
  if (stepUps > MOST_STEP_UPS)
    throw new AppError(
      'conflict',
      'This server was given more rights twice already and wants more again. Sign out there, and in again.',
    );
  try {
    return await attempt(context, asked, { config, way, now, stepUps });
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    throw new AppError(error.problem === 'unreachable' ? 'unavailable' : 'conflict', told(error));
  }
}

interface At {
  config: WebServerConfig;
  way: SignInWay;
  now: SignInRow | undefined;
  stepUps: number;
}

async function attempt(
  context: SignInContext,
  asked: BeginSignIn,
  { config, way, now, stepUps }: At,
): Promise<BegunSignIn> {
  const { db, caller, connections, self, secret, sessionHash } = context;
  const reach = reachOf(config, context.privateServers);
  const header = connections.challengeOf(config.name) ?? (await challengeFrom(reach.serverWeb, config));
  const challenge = withWanted(challengeIn(header), now?.wanted ?? null);
  const begun = await beginSignIn({
    ...reach,
    serverUrl: config.address ?? config.url,
    self,
    challenge,
    namesResource: way.namesResource,
    ...(now && { before: { issuer: now.issuer, scopes: scopesIn(now.asked) } }),
    clientFor: (issuer) => ourClient(context, reach.issuerWeb, issuer, asked.client),
  });
  const owner = {
    stateHash: hashOf(begun.state),
    teamId: caller.teamId,
    userId: caller.userId,
    server: config.name,
    identity: way.identity,
    forTeam: way.forTeam,
    issuer: begun.attempt.issuer,
    resource: begun.resource,
  };
  const sealed = sealAttempt(secret, owner, begun.attempt);
  await insertAttempt(db, { ...owner, sessionHash, stepUps, chatId: asked.chatId ?? null, sealed });
  return { url: begun.url, host: hostOf(begun.url), scopes: begun.attempt.scopes };
}

/** @throws AppError not_found if there is no such server, or nobody signs in to it */
export async function serverOf(
  { connections }: Pick<SignInContext, 'connections'>,
  name: string,
): Promise<{ config: WebServerConfig; way: SignInWay }> {
  const config = await connections.configNamed(name);
  if (!config || config.program) throw new AppError('not_found', 'There is no such server to sign in to.');
  return { config, way: connections.signInWayOf(config) };
}

/** SHA-256 (hex), the key under which attempts are stored. */
export function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

/** The server's challenge to an anonymous request. A server without one may still publish metadata. */
async function challengeFrom({ fetch }: Web, config: WebServerConfig): Promise<string | null> {
  const headers = new Headers(config.headers);
  headers.delete('authorization');
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json, text/event-stream');
  try {
    const response = await fetch(config.address ?? config.url, {
      method: 'POST',
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    await response.body?.cancel();
    return response.status === 401 ? response.headers.get('www-authenticate') : null;
  } catch {
    return null;
  }
}

/** The scopes it has wanted since the last sign-in are in its row, whichever process learned of them. */
function withWanted(challenge: Challenge | undefined, wanted: string | null): Challenge | undefined {
  const scopes = scopesIn(wanted);
  return scopes.length > 0
    ? { ...challenge, scopes: [...new Set([...(challenge?.scopes ?? []), ...scopes])] }
    : challenge;
}
