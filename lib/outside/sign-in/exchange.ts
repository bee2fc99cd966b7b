import 'server-only';
/**
 * `/oauth/token`: a code becomes a grant, and a grant is renewed. Codes and refresh tokens are valid once. If a code is
 * presented twice, or a refresh token after it was used, somebody has stolen it: that grant ends, with everything that
 * waits for it, and no other.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { announce } from '@/lib/runs/follow/events';
import { insertChat } from '@/lib/store/chats';
import {
  findTokenOfCode,
  type RequestRow,
  setTokenOfRequest,
  takeCode,
} from '@/lib/store/outside/authorizations';
import { lockGrant, renewGrant } from '@/lib/store/outside/token-renewals';
import { insertToken } from '@/lib/store/outside/tokens';
import { findCaller } from '@/lib/store/people';
import { sha256Hex } from '@/lib/values/canonical-json';
import { endToken, scopesToGive } from '../tokens';
import { OAuthError } from './answers';
import { placeOf } from './redirect';
import { newPair, openSuccessor, type Pair, sealSuccessor, tokenOfRefresh } from './secrets';
import type { SignInServices } from './services';

const ACCESS_SECONDS = 3_600;
/** A client that got no answer asks again; for this long it gets the same one. */
export const LOST_SECONDS = 30;

type Given = ReadonlyMap<string, string>;

/** The result, once it is committed: a theft is answered like any other invalid token. */
type Outcome = { answer: object } | { refused: OAuthError; ended?: string };

export async function exchange(services: SignInServices, given: Given): Promise<object> {
  const outcome = await services.db.transaction(async (tx): Promise<Outcome> => {
    switch (given.get('grant_type')) {
      case 'authorization_code':
        return redeem(tx, services, given);
      case 'refresh_token':
        return renew(tx, services, given);
      default: {
        const message = 'grant_type must be authorization_code or refresh_token.';
        return { refused: new OAuthError('unsupported_grant_type', message) };
      }
    }
  });
  if ('answer' in outcome) return outcome.answer;
  if (outcome.ended !== undefined) await announce(services.db, outcome.ended);
  throw outcome.refused;
}

const refusedAs = (code: ConstructorParameters<typeof OAuthError>[0], message: string): Outcome => ({
  refused: new OAuthError(code, message),
});
const notGood = () => refusedAs('invalid_grant', 'This is unknown, was used before, or is past its time.');

/** Whatever is wrong with the request, the code is used up. */
async function redeem(tx: Transaction, services: SignInServices, given: Given): Promise<Outcome> {
  const code = given.get('code');
  if (code === undefined) return refusedAs('invalid_request', 'code is missing.');
  const codeHash = sha256Hex(code);
  const request = await takeCode(tx, codeHash);
  if (!request) return endOfCode(tx, codeHash);
  const isTheirs =
    request.clientId === given.get('client_id') &&
    request.redirectUri === given.get('redirect_uri') &&
    isVerified(request.challenge, given.get('code_verifier'));
  if (!isTheirs) return notGood();
  if ((given.get('resource') ?? request.resource) !== request.resource) {
    return refusedAs('invalid_target', `resource must be ${request.resource}.`);
  }
  return grant(tx, services, request);
}

async function endOfCode(tx: Transaction, codeHash: string): Promise<Outcome> {
  const tokenId = await findTokenOfCode(tx, codeHash);
  const refused = notGood();
  if (tokenId === undefined || 'answer' in refused) return refused;
  return { ...refused, ended: await endToken(tx, tokenId, null) };
}

function isVerified(challenge: string, verifier: string | undefined): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const own = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(own), Buffer.from(challenge));
}

async function grant(tx: Transaction, services: SignInServices, request: RequestRow): Promise<Outcome> {
  const { userId, teamId, clientId, redirectUri, resource, device, days } = request;
  const person = userId === null ? undefined : await findCaller(tx, userId);
  if (!person || person.teamId !== teamId || days === null) return notGood();
  const scopes = scopesToGive(person).filter((scope) => request.scopes?.includes(scope));
  const servers = request.servers ?? [];
  if (scopes.length + servers.length === 0) return notGood();
  const id = randomToken();
  const pair = newPair(services.secret, id);
  const name = nameOf(request);
  const values = { id, teamId: person.teamId, userId: person.userId, name, scopes, servers };
  const client = { clientId, redirectUri, resource, device };
  const hashes = { hash: sha256Hex(pair.access), refreshHash: sha256Hex(pair.refresh) };
  await insertToken(tx, { ...values, ...client, ...hashes }, days, ACCESS_SECONDS);
  const chat = { id: randomToken(), teamId: person.teamId, userId: person.userId, title: name, tokenId: id };
  await insertChat(tx, chat);
  await setTokenOfRequest(tx, request.id, id);
  return { answer: answerOf(pair, scopes, ACCESS_SECONDS) };
}

/** For lists: the client's own name, otherwise its place. */
function nameOf({ clientName, redirectUri }: RequestRow): string {
  const place = placeOf(redirectUri);
  return clientName ?? (place?.kind === 'web' ? place.host : 'MCP client');
}

function answerOf({ access, refresh }: Pair, scopes: readonly string[], seconds: number) {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: seconds,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

async function renew(tx: Transaction, services: SignInServices, given: Given): Promise<Outcome> {
  const refresh = given.get('refresh_token');
  if (refresh === undefined) return refusedAs('invalid_request', 'refresh_token is missing.');
  const id = tokenOfRefresh(services.secret, refresh);
  const found = id === undefined ? undefined : await lockGrant(tx, id, LOST_SECONDS);
  if (!found || found.token.clientId !== given.get('client_id')) return notGood();
  const { token } = found;
  if ((given.get('resource') ?? token.resource) !== token.resource) {
    return refusedAs('invalid_target', `resource must be ${token.resource}.`);
  }
  const asked = given.get('scope')?.split(' ') ?? [];
  if (asked.some((scope) => scope !== '' && !token.scopes.includes(scope))) {
    return refusedAs('invalid_scope', 'This is more than was granted.');
  }
  const person = await findCaller(tx, token.userId);
  if (person?.teamId !== token.teamId) return notGood();
  return takeRefresh(tx, services.secret, found, refresh);
}

/** A used token gets its previous answer again for a moment; after that only a thief presents it. */
async function takeRefresh(
  tx: Transaction,
  secret: string,
  { token, isFresh, accessSeconds }: NonNullable<Awaited<ReturnType<typeof lockGrant>>>,
  refresh: string,
): Promise<Outcome> {
  const shown = sha256Hex(refresh);
  if (shown === token.refreshHash) {
    const pair = newPair(secret, token.id);
    const renewal = {
      hash: sha256Hex(pair.access),
      refreshHash: sha256Hex(pair.refresh),
      previousHash: shown,
      successor: sealSuccessor(secret, token.id, refresh, pair),
    };
    const seconds = await renewGrant(tx, token.id, renewal, ACCESS_SECONDS);
    return { answer: answerOf(pair, token.scopes, seconds) };
  }
  if (shown === token.previousHash && isFresh && token.successor !== null) {
    const pair = openSuccessor(secret, token.id, refresh, token.successor);
    return pair ? { answer: answerOf(pair, token.scopes, accessSeconds) } : notGood();
  }
  const refused = notGood();
  return 'answer' in refused ? refused : { ...refused, ended: await endToken(tx, token.id, null) };
}
