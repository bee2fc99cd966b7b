/** Third-party clients sign in by themselves; ones that cannot be run here are imitated by their sources and records. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OAuthClientProvider as AiProvider, auth as aiAuth, createMCPClient } from '@ai-sdk/mcp';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { freePort } from '@/db/testing/throwaway-postgres';
import { OutsideHarness } from '../testing/outside-harness';
import { CALLBACK, Person } from '../testing/person';
import { newLimits } from './services';

const module = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
const REMOTE = module('mcp-remote/dist/proxy.js');
const SUITE = module('@modelcontextprotocol/conformance/dist/index.js');
const { tokens } = schema;

describe('clients of others sign in', () => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let person: Person;
  /** Their own home directory. */
  let home: string;

  beforeAll(async () => {
    const [embedded] = testDatabases;
    if (!embedded) throw new Error('There is no database to test on.');
    opened = await embedded.open();
    harness = await OutsideHarness.open(opened);
    home = mkdtempSync(join(tmpdir(), 'amber-sign-in-'));
  });
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await harness.close();
    await opened.close();
  });
  beforeEach(() => {
    person = new Person(harness);
    harness.signIn.limits = newLimits();
  });

  /** The storage of a program that uses a library; the redirect is recorded for the test. */
  function keeper(redirectUrl = CALLBACK) {
    const kept: Record<string, unknown> = {};
    const sent: URL[] = [];
    const provider = {
      redirectUrl,
      clientMetadata: { client_name: 'Library', redirect_uris: [redirectUrl] },
      clientInformation: () => kept.client,
      saveClientInformation: (client: unknown) => void Object.assign(kept, { client }),
      tokens: () => kept.tokens,
      saveTokens: (all: unknown) => void Object.assign(kept, { tokens: all }),
      redirectToAuthorization: (url: URL) => void sent.push(url),
      saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
      codeVerifier: () => String(kept.verifier),
      saveState: (state: string) => void Object.assign(kept, { state }),
      storedState: () => kept.state as string | undefined,
      state: () => 'state-of-the-library',
    };
    const last = () => sent.at(-1) ?? new URL('about:blank');
    return { provider: provider as unknown, kept, last, sent };
  }

  /** Makes the access token an hour older. */
  const anHourLater = () =>
    harness.db.update(tokens).set({ accessExpiresAt: sql`now() - interval '1 second'` });

  const listed = (tools: { name: string }[]) => {
    expect(tools.map(({ name }) => name)).toContain('customers_list');
  };

  test('the SDK: signs in, renews what is past its hour, and asks for more when it lacks a right', async () => {
    const { provider, last, sent } = keeper();
    const authProvider = provider as OAuthClientProvider;
    const transport = () => new StreamableHTTPClientTransport(new URL(harness.url), { authProvider });
    const client = () =>
      new Client({ name: 'sdk', version: '1' }, { versionNegotiation: { mode: 'auto' as const } });
    const first = transport();
    await expect(client().connect(first)).rejects.toThrow(UnauthorizedError);
    expect(last().searchParams.get('scope')).toContain('customers.write');
    const to = await person.allow(last(), { scopes: ['customers.read'] });
    await first.finishAuth(to.searchParams);
    const connected = client();
    const second = transport();
    await connected.connect(second);
    listed((await connected.listTools()).tools);
    await anHourLater();
    listed((await connected.listTools()).tools);
    expect(sent).toHaveLength(1);
    const create = { name: 'customer_create', arguments: { name: 'New', email: 'new@amber.test' } };
    await expect(connected.callTool(create)).rejects.toThrow();
    expect(sent).toHaveLength(2);
    expect(last().searchParams.get('scope')?.split(' ')).toContain('customers.write');
    const more = await person.allow(last(), { scopes: ['customers.read', 'customers.write'] });
    await second.finishAuth(more.searchParams);
    const answer = await connected.callTool(create);
    expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
    await connected.close();
  });

  test('the SDK of before, 1.32, which says nothing of its kind when it registers', async () => {
    const { provider, last, sent } = keeper('http://localhost:33418/callback');
    const authProvider = provider as ConstructorParameters<typeof OldTransport>[1] extends infer O
      ? NonNullable<O> extends { authProvider?: infer P }
        ? NonNullable<P>
        : never
      : never;
    const first = new OldTransport(new URL(harness.url), { authProvider });
    await expect(new OldClient({ name: 'old', version: '1' }).connect(first)).rejects.toThrow();
    const to = await person.allow(last());
    await first.finishAuth(to.searchParams.get('code') ?? '');
    const client = new OldClient({ name: 'old', version: '1' });
    await client.connect(new OldTransport(new URL(harness.url), { authProvider }));
    listed((await client.listTools()).tools);
    await anHourLater();
    listed((await client.listTools()).tools);
    expect(sent).toHaveLength(1);
    await client.close();
  });

  test('the AI SDK', async () => {
    const { provider, last } = keeper();
    const authProvider = provider as AiProvider;
    const serverUrl = new URL(harness.url);
    expect(await aiAuth(authProvider, { serverUrl })).toBe('REDIRECT');
    const { searchParams } = await person.allow(last());
    const callback = Object.fromEntries(searchParams);
    const finished = await aiAuth(authProvider, {
      serverUrl,
      authorizationCode: callback.code ?? '',
      callbackState: callback.state ?? '',
      ...(callback.iss !== undefined && { callbackIssuer: callback.iss }),
    } as Parameters<typeof aiAuth>[1]);
    expect(finished).toBe('AUTHORIZED');
    const client = await createMCPClient({ transport: { type: 'http', url: harness.url, authProvider } });
    expect(Object.keys(await client.tools())).toContain('customers_list');
    await client.close();
  });

  test('mcp-remote, through which programs come that only start programs', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [REMOTE, harness.url],
      // Without a path it finds no browser to open, and prints the address.
      env: { HOME: home, PATH: '' },
      stderr: 'pipe',
    });
    let said = '';
    const link = new Promise<string>((found) => {
      transport.stderr?.on('data', (piece) => {
        said += piece;
        const address = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/.exec(said)?.[0];
        if (address && /\s$/.test(said)) found(address);
      });
    });
    const client = new OldClient({ name: 'desk', version: '1' });
    const connecting = client.connect(transport, { timeout: 100_000 });
    const to = await person.allow(await link);
    expect(to.hostname).toBe('localhost');
    await fetch(to);
    await connecting;
    listed((await client.listTools()).tools);
    await client.close();
  });

  const loopback = (path: string) => `http://localhost:51001${path}`;
  /** Name, registration, redirect address, and the port on which it listens at that time. */
  const SHAPES: [string, Record<string, unknown> & { redirect_uris: string[] }, string][] = [
    [
      'Claude on the web',
      {
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'claudeai',
      },
      'https://claude.ai/api/mcp/auth_callback',
    ],
    [
      'Claude Code',
      {
        client_name: 'Claude Code (amber)',
        redirect_uris: ['http://localhost:3118/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      loopback('/callback'),
    ],
    [
      'Cursor',
      {
        client_name: 'Cursor',
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ],
    [
      'VS Code',
      {
        client_name: 'Visual Studio Code',
        client_uri: 'https://code.visualstudio.com',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        redirect_uris: [
          'https://insiders.vscode.dev/redirect',
          'https://vscode.dev/redirect',
          'http://127.0.0.1/',
          'http://127.0.0.1:33418/',
        ],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      'http://127.0.0.1:51002/',
    ],
    [
      'ChatGPT',
      {
        client_name: 'ChatGPT',
        redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
      'https://chatgpt.com/connector_platform_oauth_redirect',
    ],
  ];
  test.each(SHAPES)(
    '%s registers, is sent to its address, and gets its tokens',
    async (_, said, redirect) => {
      const response = await person.post('/oauth/register', JSON.stringify(said), 'application/json');
      expect(response.status).toBe(201);
      const registered = (await response.json()) as { client_id: string };
      expect(registered).toMatchObject({
        redirect_uris: said.redirect_uris,
        token_endpoint_auth_method: 'none',
      });
      expect(registered).not.toHaveProperty('client_secret');
      const id = registered.client_id;
      // Some do not support RFC 8707.
      const link = person.link(id, { redirect_uri: redirect, resource: undefined });
      const to = await person.allow(link);
      expect(String(to)).toMatch(`${redirect}?code=`);
      const code = to.searchParams.get('code') ?? '';
      const granted = await person.redeem(id, code, { redirect_uri: redirect });
      expect(granted.status).toBe(200);
      const client = await harness.client((await granted.json()).access_token, 'legacy');
      listed((await client.listTools()).tools);
      await client.close();
    },
  );

  test('the protocol\u2019s own suite: both scenarios of an authorization server', async () => {
    const port = await freePort();
    const id = await person.register([`http://127.0.0.1:${port}/callback`]);
    const args = ['authorization', '--url', person.origin, '--client-id', id, '--port', String(port)];
    const child = spawn(process.execPath, [SUITE, ...args, '--resource', harness.url], { cwd: home });
    let said = '';
    let isLetIn = false;
    const ended = new Promise<number | null>((done) => child.on('close', done));
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    child.stdout.on('data', (piece) => {
      said += piece;
      const address = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+(?=\s)/.exec(said)?.[0];
      if (!address || isLetIn) return;
      isLetIn = true;
      void person.allow(address).then((to) => fetch(to));
    });
    expect(await ended, said).toBe(0);
    expect(isLetIn).toBe(true);
    expect(said).toMatch(/authorization-server-metadata-endpoint: 2 passed, 0 failed/);
    expect(said).toMatch(/authorization-code-grant: 1 passed, 0 failed/);
  });
});
