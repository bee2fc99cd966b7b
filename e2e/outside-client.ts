/** Other people's clients: tokens created as in the settings, and the MCP client by the protocol's authors. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { App } from './app';
import type { Session } from './session';

/** `auto` speaks the newest revision, `legacy` the previous one. */
export type Mode = 'auto' | 'legacy';

export async function connectClient(url: string, token: string, mode: Mode, name: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit });
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

/**
 * A client that signs in by itself, like a program on the person's machine.
 * @param decide what the person does with the link that it opens
 */
export async function signInClient(
  url: string,
  name: string,
  decide: (link: string) => Promise<void>,
): Promise<Client> {
  const { promise: called, resolve: call } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.end('The program has heard.');
    if (pathname === '/callback') call(searchParams);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const kept: Record<string, unknown> = {};
  let link = '';
  const authProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (to: URL) => {
      link = String(to);
    },
    saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
    codeVerifier: () => String(kept.verifier),
  } as unknown as OAuthClientProvider;
  const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { authProvider });
  const first = transport();
  const connecting = new Client({ name, version: '1' }).connect(first);
  await connecting.catch((error: unknown) => {
    if (!(error instanceof UnauthorizedError)) throw error;
  });
  await decide(link);
  await first.finishAuth(await called);
  server.close();
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport());
  return client;
}

export async function makeToken(session: Session, name: string, scopes: string[]): Promise<string> {
  const { body } = await session.call<{ token: string }>('POST', '/api/tokens', { name, scopes, days: 7 });
  return body.token;
}

let customers = 0;

/** In the member's company, without any dependent rows. Returns its id. */
export async function newCustomer(app: App): Promise<string> {
  const name = `Passing Trade ${++customers}`;
  const [row] = await app.sql`insert into customers (id, team_id, name, email)
    select 'cus_' || substr(md5(random()::text), 1, 12), team_id, ${name}, 'passing@amber.test'
    from members join users on users.id = members.user_id where users.email = 'member@amber.test' returning id`;
  return String(row?.id);
}

export async function isThere(app: App, customerId: string): Promise<boolean> {
  return (await app.sql`select 1 from customers where id = ${customerId}`).length === 1;
}
