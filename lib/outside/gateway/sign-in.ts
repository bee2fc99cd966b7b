import 'server-only';
/**
 * A server wants the token's owner to sign in there. The client is told where, in the way its revision allows: an
 * address of ours, which works for that person only. The sign-in itself is between the person and the server; the
 * client sees none of it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { inputRequired, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import type { Database } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { findTokenNamed } from '@/lib/store/outside/tokens';
import { listActiveSignIns } from '@/lib/store/servers/sign-ins';
import { isConnectionError, isForPerson } from '@/lib/tools/connection-error';
import type { ConnectionProblem, Connections } from '@/lib/tools/types';
import { quoted } from '@/lib/values/text';
import { type SignInState, signInState, stateText } from '../request-state';
import type { OutsideRequest, OutsideServices } from '../services';
import type { Visitor } from '../visitor';

const LINK_MS = 3_600_000;
const ASKED = 'signIn';
/** How long a client is told to ask again; after that it is told that nobody has signed in. */
const MOST_MS = 10 * 60_000;

/** Whether a call ended because somebody has to sign in. */
export interface Lacks {
  signIn: boolean;
}

/** The same connections, which also note what a call lacked. */
export function noting(connections: Connections, lacks: Lacks): Connections {
  const call: Connections['call'] = async (...called) => {
    try {
      return await connections.call(...called);
    } catch (error) {
      lacks.signIn ||= isConnectionError(error) && isForPerson(error.code);
      throw error;
    }
  };
  return new Proxy(connections, {
    get(target, key) {
      if (key === 'call') return call;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The address at which the token's owner signs in at a server. */
export function linkTo({ secret, tools }: OutsideServices, { tokenId }: Visitor, server: string): string {
  const said = Buffer.from(JSON.stringify([tokenId, server, Date.now() + LINK_MS])).toString('base64url');
  return `${tools.appUrl}/allow/server/${said}.${signature(secret, said)}`;
}

function signature(secret: string, said: string): string {
  return createHmac('sha256', secret).update(`way to a sign-in\n${said}`).digest('base64url');
}

/** What the page at that address shows: which token's client wants to use which server. */
export interface WantedSignIn {
  client: string;
  server: string;
}

/** @returns nothing for anybody but the token's owner, or if the token is no longer valid or no longer names the server */
export async function wantedSignIn(
  db: Database,
  secret: string,
  caller: Caller,
  link: string,
): Promise<WantedSignIn | undefined> {
  const [said = '', signed = ''] = link.split('.');
  const expected = Buffer.from(signature(secret, said));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [tokenId, server, until] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
    string,
    string,
    number,
  ];
  if (Date.now() > until) return undefined;
  const client = await findTokenNamed(db, { id: tokenId, ...caller }, server);
  return client === undefined ? undefined : { client, server };
}

const wordsFor = (server: string) => `The server ${quoted(server)} wants you to sign in there yourself.`;

/** In a sentence of its own. */
export function signInWords(
  services: OutsideServices,
  visitor: Visitor,
  { server, kind }: ConnectionProblem,
) {
  return kind === 'needs-sign-in'
    ? `${wordsFor(server)} Open ${linkTo(services, visitor, server)}`
    : undefined;
}

/**
 * The answer to a client whose call lacked a sign-in.
 * @param text why it did not run
 * @throws UrlElicitationRequiredError, which tells clients of 2025-11-25 about an address
 */
export async function askToSignIn(outside: OutsideRequest, server: string, text: string) {
  const { services, visit, request } = outside;
  const { visitor, can, isModern } = visit;
  const url = linkTo(services, visitor, server);
  const message = `${wordsFor(server)} Amber opens the page for it; the client never sees the sign-in.`;
  const wasAsked = signInState(request)?.signIn === server;
  if (can.urls && isModern && !wasAsked) {
    const before = await signInsOf(outside, server);
    const requestState = textOf(outside, { signIn: server, before, since: Date.now() });
    const inputRequests = { [ASKED]: inputRequired.elicitUrl({ message, url }) };
    return inputRequired({ requestState, inputRequests });
  }
  if (can.urls && !isModern) {
    const elicitationId = signature(services.secret, url).slice(0, 24);
    throw new UrlElicitationRequiredError([{ mode: 'url', message, url, elicitationId }], text);
  }
  return `${text} ${wordsFor(server)} Open ${url}`;
}

const textOf = ({ services, visit }: OutsideRequest, state: SignInState) =>
  stateText(services.secret, visit.visitor.tokenId, state);

/** The sign-ins that count for this person: their own and the team's. */
async function signInsOf({ services, visit }: OutsideRequest, server: string): Promise<string> {
  const { teamId, userId } = visit.visitor.caller;
  return (await listActiveSignIns(services.deps.db, { teamId, server, userId })).join(' ');
}

/**
 * A client that was shown the way asks again: waits until its person has signed in.
 * @returns what to tell it meanwhile; undefined: there is a new sign-in, or it was waited for long enough
 */
export async function untilSignedIn(
  outside: OutsideRequest,
  { gone, patienceMs, lookMs }: { gone: AbortSignal; patienceMs: number; lookMs: number },
) {
  const state = signInState(outside.request);
  if (!state) return undefined;
  const until = Date.now() + patienceMs;
  while (!gone.aborted) {
    const isOver = Date.now() > state.since + MOST_MS;
    if (isOver || (await signInsOf(outside, state.signIn)) !== state.before) return undefined;
    if (Date.now() > until) break;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return inputRequired({ requestState: textOf(outside, state) });
}
