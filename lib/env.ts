/**
 * The operator's settings: the only reader of `process.env`. Every value is checked at start, and a bad one is rejected
 * by name; nothing is read while the app is merely being built. `scripts/start.mjs` imports this file unchanged, so it
 * and its folder must be erasable TypeScript that imports only zod and Node's own modules.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE, type DatabaseSettings, databaseOf, databaseProblems } from './env/database.ts';
import { EnvError } from './env/env-error.ts';
import { KEEPING, type KeepingSettings, keepingOf } from './env/keeping.ts';
import { OIDC, oidcOf } from './env/oidc.ts';
import { keptSecret } from './env/secret.ts';
import { SEEING, type SeeingSettings, seeingOf } from './env/seeing.ts';
import {
  address,
  existing,
  longEnough,
  MIN_SECRET,
  namesNobody,
  origin,
  text,
  webAddress,
  wholeNumber,
} from './env/values.ts';

export interface ModelSettings {
  /** A server without keys gets a placeholder, since the SDK always sends one. */
  apiKey: string;
  /** Absent: OpenAI itself. */
  baseUrl?: string;
  model: string;
  api: 'responses' | 'chat';
  /** What the model accepts: text only, images as well, or images and PDFs. Absent: derived from its name. */
  input?: 'text' | 'images' | 'files';
}

/** A model at the same server that turns text into vectors. */
export type EmbeddingSettings = Pick<ModelSettings, 'apiKey' | 'baseUrl' | 'model'>;

export interface Env extends DatabaseSettings {
  port: number;
  host: string;
  dataDir: string; // Absolute.
  demo: boolean;
  /** Signs sessions and exports, seals servers' credentials; at least 32 characters. */
  secret: string;
  /** The address that people use, without a trailing slash; for links. */
  appUrl: string;
  /** Whether the operator set that address (`AMBER_URL`). */
  appUrlGiven: boolean;
  origins: string[]; // What an `Origin` header must be one of.
  mcpConfig?: string; // Absolute path of the file that lists MCP servers. Absent: none.
  model?: ModelSettings; // Absent: the offline model speaks.
  modelsFile?: string; // Absolute path of the file that lists further models. Absent: none.
  /**
   * A model served by this machine: `1` uses it, `0` does not look for one. Absent: `npm start` says what it has found.
   */
  localModel?: '0' | '1';
  foundModel?: string | undefined; // What `npm start` has found on this machine, as JSON; no setting.
  /** Absent: tools are found by their words alone, and nothing is embedded. */
  embedding?: EmbeddingSettings;
  smtpUrl?: string; // Absent: mail becomes files in `dataDir/outbox`.
  smtpFrom: string;
  /** Where events for admins are sent, and the key that signs them; absent: nowhere. */
  notifyWebhook?: { url: string; secret: string };
  webSearch: { searxngUrl?: string; braveApiKey?: string };
  /** For tests and development: servers from the settings may have private addresses. */
  privateServers: boolean;
  registry?: string; // An MCP registry that admins may search. Absent: none, and nothing is asked.
  programMemoryMb?: number; // All programs of the list together. Absent: a share of the machine's memory.
  /** A folder in which tools may work (absolute), and the team that may use them, by name or id. Absent: none. */
  workspace?: { path: string; team: string };
  workspaceNames?: string; // Other names of its tools for models, as a list.
  turnTokens?: number; // What one answer may use at most, and how many calls it may make. Absent: what the code says.
  turnCalls?: number;
  offerAllUpTo?: number; // Up to how many tools the model is offered all of them. Absent: what the code says.
  oidc: Record<string, string>; // What of `OIDC_*` is set: `lib/single-sign-on/settings.ts` reads it.
  oidcFile?: string; // Absolute path of the file that lists providers of single sign-on. Absent: none.
  seeing: SeeingSettings; // Who is told how Amber does.
  keeping: KeepingSettings; // With what backups are sealed.
  chatTitles: '0' | '1' | undefined; // Whether the model is asked to name chats; undefined: not said.
}

/** The checked settings; the secret may still have to be created. */
export type Settings = Omit<Env, 'secret'> & { secret?: string };

const DEFAULT_MODEL = 'gpt-5-mini';
/** Values that must not appear in messages or logs. */
const CONFIDENTIAL = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'VALKEY_URL',
  'AMBER_SECRET',
  'AMBER_SECRET_BEFORE',
  'AMBER_BACKUP_KEY',
  'OPENAI_API_KEY',
  'SMTP_URL',
  'BRAVE_API_KEY',
  'AMBER_NOTIFY_SECRET',
  'AMBER_METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AMBER_NOTIFY_WEBHOOK', // Anyone who knows the address of a hook may often write there.
]);

const SCHEMA = z.object({
  PORT: wholeNumber(/^[0-9]{1,5}$/, 'from 1 to 65535')
    .refine((port) => port >= 1 && port <= 65_535, { error: 'it must be a whole number from 1 to 65535' })
    .default(3000),
  HOST: text.regex(/^[0-9A-Za-z.:_-]+$/, { error: 'it must be a host name or an IP address' }).optional(),
  AMBER_DATA_DIR: text.default('.amber'),
  AMBER_DEMO: z.enum(['0', '1'], { error: 'it must be 0 or 1' }).optional(),
  AMBER_SECRET: longEnough.optional(),
  AMBER_URL: origin.transform((value) => new URL(value).origin).optional(),
  AMBER_MCP_CONFIG: existing('a file').optional(),
  AMBER_MODELS: existing('a file that lists models').optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: webAddress('https://api.openai.com/v1').optional(),
  OPENAI_MODEL: text.default(DEFAULT_MODEL),
  OPENAI_API: z.enum(['responses', 'chat'], { error: 'it must be responses or chat' }).optional(),
  OPENAI_INPUT: z.enum(['text', 'images', 'files'], { error: 'it must be text, images or files' }).optional(),
  AMBER_LOCAL_MODEL: z.enum(['0', '1'], { error: 'it must be 0 or 1' }).optional(),
  AMBER_CHAT_TITLES: z.enum(['0', '1'], { error: 'it must be 0 or 1' }).optional(),
  AMBER_EMBEDDING_MODEL: text
    .regex(/^[!-~]{1,200}$/, { error: 'it must be the name of one model, such as text-embedding-3-small' })
    .optional(),
  SMTP_URL: address(
    'an address that begins with smtp:// or smtps://, such as smtp://user:password@mail.example.com:587',
    'smtp:',
    'smtps:',
  ).optional(),
  SMTP_FROM: text
    .regex(/^[^\r\n]*@[^\r\n]*$/, { error: 'it must be a mail address, such as Amber <amber@example.com>' })
    .optional(),
  AMBER_NOTIFY_WEBHOOK: webAddress('https://hooks.example.com/amber')
    .refine(namesNobody, { error: 'it must hold no user and no password: AMBER_NOTIFY_SECRET is for that' })
    .optional(),
  AMBER_NOTIFY_SECRET: longEnough.optional(),
  AMBER_PRIVATE_SERVERS: z.enum(['0', '1'], { error: 'it must be 0 or 1' }).optional(),
  AMBER_REGISTRY: webAddress('https://registry.modelcontextprotocol.io')
    .refine((value) => namesNobody(value) && !/[?#]/.test(value), { error: 'it must hold no @, ? or #' })
    .optional(),
  AMBER_PROGRAM_MEMORY_MB: wholeNumber(/^[1-9][0-9]{2,6}$/, 'of megabytes, at least 100').optional(),
  AMBER_TURN_TOKENS: wholeNumber(/^[1-9][0-9]{3,8}$/, 'of tokens, at least 1000').optional(),
  AMBER_TURN_CALLS: wholeNumber(/^[1-9][0-9]{0,4}$/, 'of calls, up to 99999').optional(),
  AMBER_OFFER_ALL_UP_TO: wholeNumber(/^[0-9]{1,5}$/, 'up to 99999').optional(),
  AMBER_WORKSPACE: existing('a folder').optional(),
  AMBER_WORKSPACE_TEAM: text.max(200, { error: 'it must be the name of a team, or its id' }).optional(),
  AMBER_WORKSPACE_NAMES: text.max(2000).optional(),
  SEARXNG_URL: webAddress('http://localhost:8888').optional(),
  BRAVE_API_KEY: text.optional(),
  ...DATABASE,
  ...OIDC,
  ...SEEING,
  ...KEEPING,
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(SCHEMA.shape);

type Values = z.infer<typeof SCHEMA>;
type Source = Readonly<Record<string, string | undefined>>;

/**
 * Checks the settings. Changes nothing: a missing secret of the embedded database stays missing here.
 * @throws EnvError that lists every bad name
 */
export function readEnv(source: Source): Settings {
  const trimmed = SETTINGS.map((name) => [name, source[name]?.trim() ?? '']);
  const given: Record<string, string> = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const parsed = SCHEMA.safeParse(given);
  const problems = parsed.success ? [] : describe(parsed.error, given);
  if (given.DATABASE_URL && !given.AMBER_SECRET)
    problems.push(
      'AMBER_SECRET is missing: with DATABASE_URL it must be set, the same for every process, and have at ' +
        `least ${MIN_SECRET} characters. "openssl rand -hex 32" makes one.`,
    );
  problems.push(...databaseProblems(given));
  if (given.AMBER_NOTIFY_WEBHOOK && !given.AMBER_NOTIFY_SECRET)
    problems.push('AMBER_NOTIFY_SECRET is missing: with AMBER_NOTIFY_WEBHOOK it tells who sends.');
  if (given.AMBER_EMBEDDING_MODEL && !given.OPENAI_API_KEY && !given.OPENAI_BASE_URL)
    problems.push('AMBER_EMBEDDING_MODEL has no server: set OPENAI_API_KEY or OPENAI_BASE_URL as well.');
  if (given.AMBER_WORKSPACE && !given.AMBER_WORKSPACE_TEAM)
    problems.push('AMBER_WORKSPACE_TEAM is missing: with AMBER_WORKSPACE it names the team that may use it.');
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return settingsOf(parsed.data, source);
}

/** Tests do not depend on the machine they run on, unless told to. */
const isTest = ({ CI, VITEST, NODE_ENV }: Source) => Boolean(CI || VITEST) || NODE_ENV === 'test';

function describe(error: z.ZodError, given: Record<string, string>): string[] {
  const issues = error.issues.map(({ path, message }) => ({ name: String(path[0]), message }));
  const first = issues.filter(({ name }, at) => issues.findIndex((one) => one.name === name) === at);
  return first.map(({ name, message }) => {
    const value = given[name]?.slice(0, 200).replace(/\/\/.*@|[?#].*/gs, '...');
    const shown = CONFIDENTIAL.has(name) ? 'is not valid' : `is ${JSON.stringify(value)}`;
    return `${name} ${shown}: ${message}.`;
  });
}

function settingsOf(values: Values, source: Source): Settings {
  const demo = values.AMBER_DEMO ? values.AMBER_DEMO === '1' : !values.DATABASE_URL;
  const appUrl = values.AMBER_URL ?? `http://localhost:${values.PORT}`;
  const mcpConfig = values.AMBER_MCP_CONFIG ?? (existsSync('mcp.json') ? 'mcp.json' : undefined);
  return {
    port: values.PORT,
    host: values.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    ...databaseOf(values),
    dataDir: resolve(values.AMBER_DATA_DIR),
    demo,
    secret: values.AMBER_SECRET,
    appUrl,
    appUrlGiven: values.AMBER_URL !== undefined,
    origins: values.AMBER_URL ? [appUrl] : [appUrl, `http://127.0.0.1:${values.PORT}`],
    mcpConfig: mcpConfig && resolve(mcpConfig),
    ...modelsOf(values, source),
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM ?? `Amber <amber@${new URL(appUrl).hostname}>`,
    notifyWebhook:
      values.AMBER_NOTIFY_WEBHOOK && values.AMBER_NOTIFY_SECRET
        ? { url: values.AMBER_NOTIFY_WEBHOOK, secret: values.AMBER_NOTIFY_SECRET }
        : undefined,
    webSearch: { searxngUrl: values.SEARXNG_URL, braveApiKey: values.BRAVE_API_KEY },
    oidc: oidcOf(values),
    oidcFile: values.AMBER_OIDC && resolve(values.AMBER_OIDC),
    seeing: seeingOf(values),
    keeping: keepingOf(values),
    registry: values.AMBER_REGISTRY,
    privateServers: values.AMBER_PRIVATE_SERVERS === '1',
    programMemoryMb: values.AMBER_PROGRAM_MEMORY_MB,
    offerAllUpTo: values.AMBER_OFFER_ALL_UP_TO,
    turnTokens: values.AMBER_TURN_TOKENS,
    turnCalls: values.AMBER_TURN_CALLS,
    chatTitles: values.AMBER_CHAT_TITLES,
    workspaceNames: values.AMBER_WORKSPACE_NAMES,
    workspace: values.AMBER_WORKSPACE
      ? { path: resolve(values.AMBER_WORKSPACE), team: values.AMBER_WORKSPACE_TEAM ?? '' }
      : undefined,
  };
}

function modelsOf(values: Values, source: Source) {
  const model = modelOf(values);
  const embedding = values.AMBER_EMBEDDING_MODEL;
  return {
    model,
    modelsFile: values.AMBER_MODELS && resolve(values.AMBER_MODELS),
    localModel: values.AMBER_LOCAL_MODEL ?? (isTest(source) ? '0' : undefined),
    foundModel: source.AMBER_FOUND_MODEL,
    embedding: model && embedding ? { ...model, model: embedding } : undefined,
  };
}

/** A language model is used if there is a key, or a server of one's own, which may need none. */
function modelOf(values: Values): ModelSettings | undefined {
  if (!values.OPENAI_API_KEY && !values.OPENAI_BASE_URL) return undefined;
  return {
    apiKey: values.OPENAI_API_KEY ?? 'none',
    baseUrl: values.OPENAI_BASE_URL?.replace(/\/+$/, ''),
    model: values.OPENAI_MODEL,
    input: values.OPENAI_INPUT,
    api: values.OPENAI_API ?? (values.OPENAI_BASE_URL ? 'chat' : 'responses'),
  };
}

let memo: Env | undefined;

/**
 * The settings of this process, read on the first call. Creates the secret at the first start.
 * @throws EnvError
 */
export function env(): Env {
  if (!memo) {
    const settings = readEnv(process.env);
    memo = { ...settings, secret: settings.secret ?? keptSecret(settings.dataDir) };
  }
  return memo;
}

/**
 * A variable for `${NAME}` in the operator's list of MCP servers. Amber's own settings are withheld: a server has no
 * business with the model's key or the database's password.
 */
export function foreignVariable(name: string): string | undefined {
  return SETTINGS.includes(name) ? undefined : process.env[name];
}
