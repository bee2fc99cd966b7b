/**
 * Other clients for a test: the real code behind a real HTTP server, on a real database; only the chats' model is
 * missing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { listApprovals } from '@/lib/approvals/approval-list';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Caller } from '@/lib/people/caller';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import type { GrantedServer } from '@/lib/store/outside/tokens';
import { isOpen } from '@/lib/transport/addresses';
import { webFetch } from '@/lib/transport/web-fetch';
import { createOutside, type Outside } from '../serve';
import { answerAuthorize } from '../sign-in/authorize';
import {
  answerRegistration,
  answerResourceMetadata,
  answerRevocation,
  answerServerMetadata,
  answerToken,
} from '../sign-in/serve';
import { newLimits, type SignInServices } from '../sign-in/services';
import { createToken, scopesToGive } from '../tokens';

export const SECRET = 'a secret for tests only, long enough';

export class OutsideHarness {
  /** A token added to every request, for clients that cannot send one themselves. */
  lent: string | undefined;
  /** Requests whose clients are still connected, as far as the server knows. */
  underWay = 0;

  private constructor(
    readonly harness: RunHarness,
    readonly outside: Outside,
    readonly signIn: SignInServices,
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  /**
   * @param extend as for `createOutside`
   * @param around wraps what is between other clients and our tools
   * @param beside the same team, served by another process
   * @param servers others that the team has connected
   */
  static async open(
    opened: OpenDatabase,
    extend?: (server: McpServer, tokenId: string) => void,
    patienceMs?: number,
    around: (deps: RunDependencies) => RunDependencies = (deps) => deps,
    beside?: OutsideHarness,
    servers: Parameters<typeof RunHarness.open>[1] = [],
  ): Promise<OutsideHarness> {
    const harness = beside ? beside.harness.on(opened) : await RunHarness.open(opened, servers);
    let outside: Outside | undefined;
    let made: OutsideHarness | undefined;
    const server = createServer((request, response) => {
      const asked = requestOf(request, response);
      if (made) made.underWay += 1;
      response.on('close', () => {
        if (made) made.underWay -= 1;
      });
      if (made?.lent) asked.headers.set('authorization', `Bearer ${made.lent}`);
      const { pathname } = new URL(asked.url);
      const answering = made && (answerSignIn(made.signIn, pathname, asked) ?? outside?.handle(asked));
      void answering?.then((answer) => send(answer, response));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { db } = opened;
    outside = createOutside(
      {
        deps: around(harness.deps),
        tools: { db, webSearch: {}, appUrl: `http://${host}` },
        hosts: [host],
        origins: [`http://${host}`],
        secret: SECRET,
        demo: true,
        ...(patienceMs !== undefined && { patienceMs }),
      },
      extend,
    );
    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
    const fetch = webFetch({ allows: isOpen });
    const signIn = {
      db,
      origins: [`http://${host}`],
      secret: SECRET,
      demo: true,
      fetch,
      limits: newLimits(),
    };
    made = new OutsideHarness(harness, outside, signIn, `http://${host}/api/mcp`, close);
    return made;
  }

  get db() {
    return this.harness.deps.db;
  }

  /** A token of this person, with all the rights that it may get. */
  async token(
    caller: Caller = this.harness.admin,
    name = 'Laptop',
    scopes: string[] = scopesToGive(caller),
    servers: GrantedServer[] = [],
  ) {
    return createToken(this.db, caller, { name, scopes, servers, days: 30 });
  }

  /** @param mode `legacy` speaks the protocol of 2025 */
  async client(
    token: string,
    mode: 'auto' | 'legacy' = 'auto',
    options: ClientOptions = {},
  ): Promise<Client> {
    const transport = new StreamableHTTPClientTransport(new URL(this.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    const client = new Client(
      { name: 'visitor', version: '1', title: 'Visiting client' },
      { versionNegotiation: { mode }, ...options },
    );
    await client.connect(transport);
    return client;
  }

  /**
   * The pending card, once there is one.
   * @param customerId of the customer that it is about; absent: any
   */
  async card(customerId?: string): Promise<ApprovalView> {
    for (let tries = 0; tries < 1_500; tries++) {
      const { approvals } = await listApprovals(this.db, this.harness.admin, { status: 'pending' });
      const first = approvals.find(
        ({ input }) => customerId === undefined || Object(input).customerId === customerId,
      );
      if (first) return first;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('No card came.');
  }

  /** Resolves once the server has noticed that no client waits for an answer any more. */
  async quiet(): Promise<void> {
    while (this.underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** All cards so far, oldest first. */
  async cards(): Promise<ApprovalView[]> {
    return (await listApprovals(this.db, this.harness.admin)).approvals.reverse();
  }

  /** How often each call of a tool was sent. */
  async sent(tool: string): Promise<number> {
    const { calls } = schema;
    const rows = await this.db.select().from(calls).where(eq(calls.tool, tool));
    return rows.reduce((sum, row) => sum + row.attempts, 0);
  }
}

/** Answers like the app's routes, for a browser in which nobody is signed in. */
function answerSignIn(
  services: SignInServices,
  path: string,
  request: Request,
): Promise<Response> | undefined {
  switch (path) {
    case '/oauth/authorize':
      return answerAuthorize(services, request, { who: undefined, refused: async () => 'Refused.' });
    case '/oauth/token':
      return answerToken(services, request);
    case '/oauth/register':
      return answerRegistration(services, request);
    case '/oauth/revoke':
      return answerRevocation(services, request);
    case '/.well-known/oauth-authorization-server':
      return Promise.resolve(answerServerMetadata(services, request));
    case '/.well-known/oauth-protected-resource':
    case '/.well-known/oauth-protected-resource/api/mcp':
      return Promise.resolve(answerResourceMetadata(services, request));
    default:
      return path === '/api/mcp' ? undefined : Promise.resolve(new Response(null, { status: 404 }));
  }
}

function requestOf(incoming: IncomingMessage, response: ServerResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const { method = 'GET' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' as const } : {};
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    signal: gone.signal,
    ...body,
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  response.on('close', () => void reader?.cancel().catch(() => {}));
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      response.write(piece.value);
    }
  } catch {
    // The client has disconnected.
  }
  response.end();
}
