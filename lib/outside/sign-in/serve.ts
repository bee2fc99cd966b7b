import 'server-only';
/** The endpoints for clients that sign in, each with its limits, over given services. */
import { readFormBody, readJsonBody } from '@/lib/http/body';
import { announce } from '@/lib/runs/follow/events';
import { findShownGrant } from '@/lib/store/outside/token-renewals';
import { sha256Hex } from '@/lib/values/canonical-json';
import { endToken } from '../tokens';
import { answerProgram, OAuthError, onlyOnce, requirePace } from './answers';
import { registerClient } from './clients';
import { exchange } from './exchange';
import { answerMetadata, resourceMetadata, serverMetadata } from './metadata';
import { tokenOfRefresh } from './secrets';
import type { SignInServices } from './services';

const FORM_BYTES = 20_000;
const REGISTRATION_BYTES = 20_000;

export function answerRegistration(services: SignInServices, request: Request): Promise<Response> {
  return answerProgram(request, services, async () => {
    requirePace(services.limits.registrations.take(''));
    const said = await readJsonBody(request, REGISTRATION_BYTES);
    return Response.json(await registerClient(services, said), { status: 201 });
  });
}

export function answerToken(services: SignInServices, request: Request): Promise<Response> {
  return answerProgram(request, services, async () =>
    Response.json(await exchange(services, await formOf(services, request))),
  );
}

/** Revoking an unknown token is no failure, as RFC 7009 demands. */
export function answerRevocation(services: SignInServices, request: Request): Promise<Response> {
  return answerProgram(request, services, async () => {
    const given = await formOf(services, request);
    const token = given.get('token');
    if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
    const { db } = services;
    const id = await findShownGrant(db, given.get('client_id') ?? '', sha256Hex(token));
    if (id !== undefined) await announce(db, await db.transaction((tx) => endToken(tx, id, null)));
    return new Response(null, { status: 200 });
  });
}

async function formOf(
  { limits, secret }: SignInServices,
  request: Request,
): Promise<ReadonlyMap<string, string>> {
  const given = onlyOnce(await readFormBody(request, FORM_BYTES));
  if (request.headers.has('authorization') || given.has('client_secret')) {
    const message = 'Clients have no secret here: token_endpoint_auth_method is none.';
    throw new OAuthError('invalid_client', message, 401, { 'www-authenticate': 'Basic realm="Amber"' });
  }
  const clientId = given.get('client_id');
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
  // So that renewing a grant does not wait for strangers who use the same client id.
  requirePace(limits.tokens.take(tokenOfRefresh(secret, given.get('refresh_token') ?? '') ?? clientId));
  return given;
}

export const answerResourceMetadata = ({ origins }: SignInServices, request: Request): Response =>
  answerMetadata(request, origins, resourceMetadata);

export const answerServerMetadata = ({ origins }: SignInServices, request: Request): Response =>
  answerMetadata(request, origins, serverMetadata);
