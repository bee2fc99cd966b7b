import 'server-only';
/**
 * Serves our tools to other people's clients: Streamable HTTP, 2026-07-28 and, statelessly, earlier revisions. Between
 * a client's requests nothing is kept outside the database.
 */
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServer,
  type ServerEvent,
} from '@modelcontextprotocol/server';
import { AppError } from '@/lib/errors';
import { readJsonBody } from '@/lib/http/body';
import { failureResponse } from '@/lib/http/failure';
import { seenWork } from '@/lib/http/seen';
import { isEnding } from '@/lib/http/shutdown';
import { describeError, log } from '@/lib/log';
import { isSessionEnded } from '@/lib/store/outside/tokens';
import { createGatedServer } from '@/mcp/server';
import { callTool } from './call-tool';
import { endSession, withdrawRequests } from './calls/withdraw';
import { cancelledIn, requireModest } from './cancelled';
import { challenge, originOf, scopesLacking } from './challenge';
import { clientIn, isModernBody, newSession, noSession, type Session, sessionOf } from './client-name';
import { admit, NotLetIn, paceHeaders, TooFast } from './door';
import { canIn, NOTHING } from './gateway/client-can';
import { takeAnswer } from './gateway/forms';
import { furtherTool, type Listed, listedTools } from './gateway/listed';
import { SideChannel } from './gateway/side-channel';
import { listChanges } from './list-stream';
import { watchList } from './list-watch';
import { toolContextOf } from './offered';
import { readState } from './request-state';
import type { OutsideServices, Visit } from './services';
import type { Pace } from './visitor';

export interface Outside {
  /** Answers one request. Never throws. */
  handle(request: Request): Promise<Response>;
}

/** @param extend adds things that are not our tools to every server: only protocol tests do */
export function createOutside(services: OutsideServices, extend?: Extend): Outside {
  const factory = serverFactory(services, extend);
  const handler = createMcpHandler(factory, { onerror });
  return {
    async handle(request) {
      let pace: Pace | undefined;
      try {
        if (isEnding()) throw new AppError('unavailable', 'Amber is being stopped. Nothing was changed.');
        const found = await admit(request.headers, services);
        pace = found.pace;
        const answer = await answerTo(request, { services, handler, factory, visitor: found.visitor });
        return withHeaders(answer, paceHeaders(pace));
      } catch (error) {
        if (error instanceof TooFast) pace = error.pace;
        const failure = failureResponse(error);
        if (failure.status === 405) failure.headers.set('allow', 'GET, POST, DELETE');
        const challenged = challengeOf(error, originOf(request.headers, services.origins));
        if (challenged) failure.headers.set('www-authenticate', challenged);
        return withHeaders(failure, pace ? paceHeaders(pace) : {});
      }
    },
  };
}

/** A client that signed in by itself may ask for scopes that its grant lacks and its person's role has. */
class LacksScope extends AppError {
  constructor(readonly scopes: readonly string[]) {
    super('forbidden', `This needs more than was granted: sign in again, for ${scopes.at(-1)}.`);
  }
}

/** How a client can proceed that was refused, or lacks scopes. */
function challengeOf(error: unknown, origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  if (error instanceof LacksScope) {
    return challenge(origin, { error: 'insufficient_scope', scopes: error.scopes });
  }
  if (!(error instanceof NotLetIn)) return undefined;
  return challenge(origin, error.wasShown ? { error: 'invalid_token' } : {});
}

type Extend = (server: McpServer, tokenId: string) => void;
type Factory = Parameters<typeof createMcpHandler>[0];

/** Also for requests that were refused. */
function onerror(error: Error): void {
  log('info', 'outside', describeError(error));
}

interface Answering {
  services: OutsideServices;
  handler: McpHttpHandler;
  factory: Factory;
  visitor: Visit['visitor'];
}

async function answerTo(request: Request, answering: Answering): Promise<Response> {
  const { services, visitor } = answering;
  const named = await sessionNamed(request, answering);
  if (request.method === 'DELETE') return leave(answering, named);
  if (request.method === 'GET') return listChanges(request, services, visitor);
  if (request.method !== 'POST') throw notHere(request.method);
  const body = await readJsonBody(request);
  const trace = traceIn(body) ?? request.headers.get('traceparent');
  return seenWork(request, '/api/mcp', () => answerPost(request, answering, named, body), trace);
}

/** The trace of the message: its own field comes before the header, which something in between may have written. */
function traceIn(body: unknown): unknown {
  const params: unknown = Reflect.get(Object(body), 'params');
  return Reflect.get(Object(Reflect.get(Object(params), '_meta')), 'traceparent');
}

async function answerPost(
  request: Request,
  answering: Answering,
  named: Session | undefined,
  body: unknown,
): Promise<Response> {
  const { services, handler, visitor } = answering;
  requireModest(body, request.headers.get('mcp-protocol-version'));
  const method = Reflect.get(Object(body), 'method');
  const client = clientIn(body) ?? named?.client ?? null;
  const ending = new AbortController();
  const hangUp = Array.isArray(body) ? undefined : () => ending.abort();
  const session = named?.id ?? null;
  const gone = AbortSignal.any([request.signal, ending.signal]);
  const isModern = isModernBody(body);
  const can = isModern ? canIn(body) : (named?.can ?? NOTHING);
  const aside = new SideChannel();
  // Several messages in one body are answered one by one, on one stream.
  const say = Array.isArray(body) ? undefined : (message: object) => aside.say(message);
  const visit: Visit = { visitor, client, session, can, say, isModern, gone, hangUp };
  if (await takeAnswer(services.deps.db, visitor, body)) return new Response(null, { status: 202 });
  await callOff(services, visit, body);
  const tool = toolCalled(method, body);
  const lacking = tool === undefined ? undefined : scopesLacking(services, visitor, tool);
  if (lacking) throw new LacksScope(lacking);
  // Before the library's handler is involved: it would answer 500 if the database is down.
  const listed = tool === undefined ? await listedTools(services, visitor) : undefined;
  const options = { authInfo: authInfoOf({ visit, tool, listed }), parsedBody: body };
  const { url, headers } = request;
  const bare = new Request(url, { method: 'POST', headers, signal: gone });
  if (method === 'subscriptions/listen') return listenTo(bare, answering, options);
  const answer = await handler.fetch(bare, options);
  if (method === 'tools/call' && can.forms && !isModern) return aside.within(answer);
  if (method !== 'initialize' || !answer.ok) return answer;
  const id = newSession(services.secret, visitor.tokenId, client, Date.now(), canIn(body));
  return withHeaders(answer, { 'mcp-session-id': id });
}

/** @throws AppError not_found: no such session, or its client has ended it */
async function sessionNamed(
  { headers }: Request,
  { services, visitor }: Answering,
): Promise<Session | undefined> {
  const text = headers.get('mcp-session-id');
  if (text === null) return undefined;
  const session = sessionOf(services.secret, visitor.tokenId, text);
  if (await isSessionEnded(services.deps.db, visitor.tokenId, session.id)) throw noSession();
  return session;
}

/** When a client ends its session, everything asked in it is cancelled. */
async function leave({ services, visitor }: Answering, session: Session | undefined): Promise<Response> {
  if (!session)
    throw new AppError('bad_request', 'A DELETE ends a session: it must name it, in Mcp-Session-Id.');
  await endSession(services.deps.db, visitor, session.id);
  return new Response(null, { status: 204 });
}

/** Cancellations count whatever else becomes of the message. */
async function callOff({ deps }: OutsideServices, { visitor, client, session }: Visit, body: unknown) {
  const { tokenId } = visitor;
  await withdrawRequests(deps.db, visitor, { tokenId, session, client }, cancelledIn(body));
}

function notHere(method: string): AppError {
  return new AppError(
    'method_not_allowed',
    `${method.slice(0, 20)} is not possible here, only GET, POST and DELETE.`,
  );
}

function toolCalled(method: unknown, body: unknown): string | undefined {
  if (method !== 'tools/call') return undefined;
  const name: unknown = Reflect.get(Object(Reflect.get(Object(body), 'params')), 'name');
  return typeof name === 'string' ? name : '';
}

type Options = NonNullable<Parameters<McpHttpHandler['fetch']>[1]>;

/** What a server for one request is made of. */
interface Asked {
  visit: Visit;
  /** The tool that is called; absent: none is, or several are. */
  tool: string | undefined;
  /** What is there for the visitor now; absent if a tool is called. */
  listed: Listed | undefined;
}

function authInfoOf(asked: Asked): Options['authInfo'] {
  const { tokenId, scopes } = asked.visit.visitor;
  return { token: '', clientId: tokenId, scopes: [...scopes], extra: { ...asked } };
}

/** A server for one request: with the visitor's present tools, or only with the tool that is called. */
function serverFactory(services: OutsideServices, extend?: Extend): Factory {
  return ({ authInfo }) => {
    const { visit, tool: called, listed } = (authInfo?.extra ?? {}) as Partial<Asked>;
    if (!visit) throw new Error('A request for the tools came without its visitor.');
    const keeper = {
      // A tool that the policy denies can still be called: the gate answers why it may not run.
      offers: ({ name }: { name: string }) => listed === undefined || listed.own.has(name),
      further: listed?.further ?? furtherTool(visit.visitor, called),
      call: (tool: { name: string }, args: unknown, request: Parameters<typeof callTool>[0]['request']) =>
        callTool({ services, visit, request }, tool.name, args),
      verifyState: (state: string) => readState(services.secret, visit.visitor.tokenId, state),
    };
    const server = createGatedServer(toolContextOf(services, visit.visitor), keeper, called);
    extend?.(server, visit.visitor.tokenId);
    return server;
  };
}

/** A stream for each listener: what changes for one visitor does not concern another. */
async function listenTo(request: Request, { services, factory, visitor }: Answering, options: Options) {
  const bus = {
    publish: () => {},
    subscribe: (listener: (event: ServerEvent) => void) =>
      watchList(services, visitor, {
        changed: () => listener({ kind: 'tools_list_changed' }),
        over: () => void handler.close(),
      }),
  };
  const handler = createMcpHandler(factory, { bus, onerror });
  return handler.fetch(request, options);
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  const all = new Headers(response.headers);
  const ours = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers };
  for (const [name, value] of Object.entries(ours)) all.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers: all });
}
