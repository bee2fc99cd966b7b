import 'server-only';
/**
 * A person's decision about a client that asks for access: asked every time, even if the person has admitted the same
 * client before, since a client of that name need not be that client; and made once, in the browser in which the
 * request began.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import {
  findRequest,
  markChecked,
  markClientUsed,
  markDecided,
  type RequestRow,
} from '@/lib/store/outside/authorizations';
import { countTokens, type GrantedServer } from '@/lib/store/outside/tokens';
import { findCaller } from '@/lib/store/people';
import { sha256Hex } from '@/lib/values/canonical-json';
import type { TokenDays } from '../token-view';
import { MOST_TOKENS, scopesToGive, tooManyTokens } from '../tokens';
import type { AllowView, NothingToAllow } from './allow-view';
import { documentOf } from './clients';
import { isDocument } from './document-id';
import { placeOf, withAnswer } from './redirect';
import type { SignInServices } from './services';

const CODE_SECONDS = 60;

/** @param browser the secret of the requesting browser; undefined if it has none */
export async function readAllow(
  services: SignInServices,
  caller: Caller,
  id: string,
  browser: string | undefined,
): Promise<AllowView | NothingToAllow> {
  const found = await findRequest(services.db, id);
  if (!found?.isOpen) return 'over';
  const { request } = found;
  if (!isOfBrowser(request, browser)) return 'elsewhere';
  const name = await checkedName(services, caller, request);
  const place = placeOf(request.redirectUri);
  if (name === undefined || place === undefined) return 'document';
  const host = isDocument(request.clientId) ? new URL(request.clientId).host : null;
  return { id, client: { name, host, place }, scopes: offered(request, caller) };
}

const isOfBrowser = ({ browserHash }: RequestRow, browser: string | undefined) =>
  browser !== undefined && sha256Hex(browser) === browserHash;

function offered({ asked }: RequestRow, caller: Caller): string[] {
  return scopesToGive(caller).filter((scope) => asked === null || asked.includes(scope));
}

/** @returns the name it gives; undefined: it does not match its document, or that cannot be looked up */
async function checkedName(services: SignInServices, caller: Caller, request: RequestRow) {
  if (!isDocument(request.clientId)) return request.clientName;
  if (services.limits.documents.take(caller.userId) > 0) return undefined;
  const facts = await documentOf(services, request.clientId, request.redirectUri);
  if (!facts) return undefined;
  await markChecked(services.db, request.id, facts.name);
  return facts.name;
}

export interface Decision {
  id: string;
  allow: boolean;
  /** A subset of the requested ones; empty if it is refused. */
  scopes: string[];
  /** Connected servers, as they are now. */
  servers?: readonly GrantedServer[];
  days: TokenDays;
}

/**
 * Decides, once.
 * @returns where the browser goes next: the client's own address, with the answer
 * @throws AppError not_found, forbidden (it was requested in another browser), bad_request (a right that was not
 * requested, or that the person does not have), conflict (already decided, or too old), too_many_requests
 */
export async function decideSignIn(
  { db, origins }: Pick<SignInServices, 'db' | 'origins'>,
  caller: Caller,
  decision: Decision,
  { browser, device }: { browser: string | undefined; device: string | null },
): Promise<{ to: string }> {
  const { id, allow } = decision;
  const found = await findRequest(db, id);
  if (!found) throw new AppError('not_found', 'There is no such request. Let the program ask again.');
  if (!isOfBrowser(found.request, browser)) {
    throw new AppError('forbidden', 'This was asked in another browser: decide it there.');
  }
  const code = randomBytes(32).toString('base64url');
  const { state, redirectUri } = found.request;
  const granted = allow
    ? { ...grantedBy(caller, found.request, decision), codeHash: sha256Hex(code) }
    : undefined;
  await record(db, id, { userId: caller.userId, teamId: caller.teamId, device, ...(granted && { granted }) });
  const issuer = issuerOf(found.request, origins);
  const answer: Record<string, string> = allow ? { code } : { error: 'access_denied' };
  return { to: withAnswer(redirectUri, { ...answer, state, iss: issuer }) };
}

function grantedBy(caller: Caller, request: RequestRow, { scopes, servers = [], days }: Decision) {
  const may = offered(request, caller);
  const foreign = scopes.find((scope) => !may.includes(scope));
  if (foreign !== undefined) {
    const message = `scopes: ${JSON.stringify(foreign.slice(0, 50))} was not asked for, or is not among your own rights.`;
    throw new AppError('bad_request', message);
  }
  const given = may.filter((scope) => scopes.includes(scope));
  if (given.length + servers.length === 0) {
    throw new AppError('bad_request', 'scopes: at least one is needed.');
  }
  return { scopes: given, servers: [...servers], days };
}

async function record(db: Database, id: string, decided: Parameters<typeof markDecided>[2]): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await findCaller(tx, decided.userId);
    if (person?.teamId !== decided.teamId)
      throw new AppError('forbidden', 'You are not in this team any more.');
    if (decided.granted && (await countTokens(tx, decided.userId)) >= MOST_TOKENS) throw tooManyTokens();
    const row = await markDecided(tx, id, decided, CODE_SECONDS);
    if (!row) {
      const message = 'This was decided before, or was asked too long ago. Let the program ask again.';
      throw new AppError('conflict', message);
    }
    if (decided.granted) await markClientUsed(tx, row.clientId);
  });
}

/** The address at which the request was made. */
function issuerOf({ resource }: RequestRow, origins: readonly string[]): string {
  const { origin } = new URL(resource);
  const known = origins.find((one) => one === origin);
  if (known === undefined)
    throw new AppError('conflict', 'Amber has another address now. Let the program ask again.');
  return known;
}

/** The kind of machine that a browser says it runs on: people tell their grants apart by it. */
export function deviceOf(userAgent: string | null): string | null {
  const found = /iPhone|iPad|Android|Windows|Mac OS X|CrOS|Linux/.exec(userAgent ?? '')?.[0];
  return found === undefined ? null : found === 'Mac OS X' ? 'macOS' : found === 'CrOS' ? 'ChromeOS' : found;
}
