/**
 * The app under test: the production build as a separate process, with a database of its own that tests can query,
 * restartable at will. Tests speak HTTP to it and read rows. `npm run bench` loads this folder's programs under plain
 * node: only erasable TypeScript here.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { freePort, Program } from './program.ts';
import { Session } from './session.ts';
import { keepLog, keepMetrics, plant, tellingEnv } from './told.ts';

const ROOT = join(import.meta.dirname, '..');
const NEXT = join(ROOT, 'node_modules/next/dist/bin/next');
const TEMPLATE = 'amber_e2e';

export interface AppOptions {
  /** Of a scripted model; without it the offline model answers. */
  modelUrl?: string;
  /** Entries of `mcp.json`. */
  servers?: Record<string, unknown>;
  env?: Record<string, string>;
  /** Folder of a production build other than the project's own. */
  build?: string;
}

/** What one app needs: a folder of its own, the build it runs, its environment. */
interface Place {
  folder: string;
  build: string;
  env: Record<string, string>;
  /** Whether folder and database are removed with it. */
  isFirst: boolean;
}

/** The test run's server: `scripts/test.mjs` starts it and sets this variable. */
function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is missing: start the tests with npm test or npm run e2e.');
  return url;
}

async function onServer(statement: string): Promise<void> {
  const sql = postgres(serverUrl(), { max: 1, onnotice: () => {} });
  await sql.unsafe(statement);
  await sql.end();
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database that every app starts from: migrated, with the demo company. Once per test run. */
export async function makeTemplate(): Promise<void> {
  await onServer(`drop database if exists ${TEMPLATE} with (force)`);
  await onServer(`create database ${TEMPLATE}`);
  const app = await App.on(TEMPLATE, {});
  await app.stop();
}

/** Shared by all apps that tests start. */
export const SECRET = 'a secret for tests only, long enough to pass';

export class App {
  private program: Program | undefined;
  readonly url: string;
  readonly sql: Sql;
  private readonly database: string;
  private readonly folder: string;
  private readonly build: string;
  private readonly env: Record<string, string>;
  private readonly isFirst: boolean;

  private constructor(database: string, { folder, build, env, isFirst }: Place) {
    this.url = `http://127.0.0.1:${env.PORT}`;
    this.sql = postgres(databaseUrl(database), { max: 3, onnotice: () => {} });
    this.database = database;
    this.folder = folder;
    this.build = build;
    this.env = env;
    this.isFirst = isFirst;
  }

  /** Starts an app on a fresh copy of the demo company. */
  static async start(options: AppOptions = {}): Promise<App> {
    const name = `amber_e2e_${Math.random().toString(36).slice(2)}`;
    // Copied as files, without logging each page.
    await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    return App.on(name, options);
  }

  /** Starts an app on an existing database of the test server. */
  static async on(database: string, options: AppOptions): Promise<App> {
    const folder = mkdtempSync(join(tmpdir(), 'amber-e2e-'));
    const port = await freePort();
    const config = join(folder, 'mcp.json');
    writeFileSync(config, JSON.stringify({ mcpServers: options.servers ?? {} }));
    const env = {
      PORT: String(port),
      DATABASE_URL: databaseUrl(database),
      AMBER_DATA_DIR: folder,
      AMBER_DEMO: '1',
      AMBER_SECRET: SECRET,
      AMBER_MCP_CONFIG: config,
      NEXT_MANUAL_SIG_HANDLE: 'true',
      // Shared by all apps of a test run: each would compile the same server again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'amber-compiled'),
      // A script calls any tool, whatever the message says; the selection has tests of its own.
      AMBER_OFFER_ALL_UP_TO: '99999',
      // Chats are found by their first message, and requests to the model are counted.
      AMBER_CHAT_TITLES: '0',
      ...tellingEnv(),
      ...(process.env.TEST_PAGES_LATE === '1' && { AMBER_PAGES_LATE: '1' }),
      ...(options.modelUrl ? { OPENAI_BASE_URL: options.modelUrl, OPENAI_API: 'responses' } : {}),
      ...options.env,
    };
    plant([env.AMBER_SECRET, env.DATABASE_URL]);
    const app = new App(database, { folder, build: options.build ?? ROOT, env, isFirst: true });
    await app.run();
    return app;
  }

  /**
   * A second process of the same installation: same database, secret and servers, a port of its own.
   * @param env overrides for it
   */
  async another(env: Record<string, string> = {}): Promise<App> {
    const { folder, build } = this;
    const own = { ...this.env, PORT: String(await freePort()), ...env };
    const app = new App(this.database, { folder, build, env: own, isFirst: false });
    await app.run();
    return app;
  }

  get databaseUrl(): string {
    return this.env.DATABASE_URL ?? '';
  }

  /** Signs in and returns a client with that person's cookie. */
  async signIn(account: string): Promise<Session> {
    return Session.open(this.url, account);
  }

  /**
   * Ends the process, by SIGTERM by default, and starts it again on the same database and port.
   * @returns the exit code of the process that ended; null if the signal killed it
   */
  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const code = await this.program?.end(signal);
    await this.run();
    return code ?? null;
  }

  /** Rewrites `mcp.json`. */
  listServers(servers: Record<string, unknown>): void {
    writeFileSync(this.env.AMBER_MCP_CONFIG ?? '', JSON.stringify({ mcpServers: servers }));
  }

  /** Ends the process at once, like a power cut. */
  async kill(): Promise<void> {
    await this.program?.end('SIGKILL');
  }

  /** Starts it again on the same database and port. */
  async revive(): Promise<void> {
    await this.run();
  }

  /** Ends the process and, if it was the first of its installation, drops the database: stop that one last. */
  async stop(): Promise<void> {
    if (this.program?.isRunning) await keepMetrics(this.url);
    await this.program?.end('SIGTERM');
    await this.sql.end();
    if (!this.isFirst) return;
    if (this.database !== TEMPLATE) await onServer(`drop database if exists ${this.database} with (force)`);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The texts of the mails sent to an address, oldest first: without a mail server each is a file. */
  mailsTo(address: string): string[] {
    const outbox = join(this.folder, 'outbox');
    const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : [];
    return files
      .map((file) => join(outbox, file))
      .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
      .map((file) => readFileSync(file, 'utf8'))
      .filter((mail) => mail.includes(`To: ${address}`))
      .map((mail) => mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));
  }

  /** The newest part of the process's output. */
  get log(): string {
    return this.program?.output ?? '';
  }

  /** Of the process, while it runs. */
  get pid(): number | undefined {
    return this.program?.pid;
  }

  private async run(): Promise<void> {
    const args = [NEXT, 'start', '-p', this.env.PORT ?? '', '-H', '127.0.0.1'];
    this.program = Program.start(this.build, args, this.env, keepLog);
    await this.program.healthy(this.url);
  }
}
