/** One entry of the operator's list: from the file's JSON to a server that may be connected. */
import { z } from 'zod';
import { LONGEST_SILENCE_MS, LONGEST_TOTAL_MS, type SetLimits, SHORTEST_MS } from '@/lib/tools/limits';
import { argumentSpans, querySpans } from '@/lib/transport/secret-arguments';
import { isSecretName, masked, secretMark, secretSpans } from '@/lib/transport/secrets';
import type { ServerConfig } from '@/lib/transport/server-config';
import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';

/** Returns the value of a `${NAME}`. */
export type Lookup = (name: string) => string | undefined;

/** Headers reserved by the protocol. */
const RESERVED_HEADER =
  /^(mcp-.*|accept|connection|content-length|content-type|expect|host|keep-alive|last-event-id|te|transfer-encoding|upgrade)$/i;

const texts = z.record(z.string(), z.string({ error: 'must be a text' }), {
  error: 'must be an object of texts',
});

function milliseconds(longest: number) {
  return z
    .int({ error: 'must be a whole number of milliseconds' })
    .min(SHORTEST_MS, { error: `must be at least ${SHORTEST_MS}` })
    .max(longest, { error: `must be at most ${longest}` })
    .optional();
}

const common = {
  trusted: z.boolean({ error: 'must be true or false' }).default(false),
  timeoutMs: milliseconds(LONGEST_SILENCE_MS),
  totalTimeoutMs: milliseconds(LONGEST_TOTAL_MS),
  maxConcurrency: z
    .int({ error: 'must be a whole number of calls' })
    .min(1, { error: 'must be at least 1' })
    .max(64, { error: 'must be at most 64' })
    .optional(),
  tools: z
    .record(z.string(), z.literal('off', { error: 'must be "off"' }), {
      error: 'must be an object such as { "name": "off" }',
    })
    .default({}),
};

const webEntry = z.object({
  ...common,
  url: z
    .string({ error: 'is missing: an entry has a "url", or a "command" that starts a program' })
    .refine(isUsableUrl, {
      error: 'must be an address with http:// or https://, without a user, a password or placeholders',
    }),
  headers: texts.default({}),
});

const programEntry = z.object({
  ...common,
  command: z.string({ error: 'must be a text' }).min(1, { error: 'must name a program' }),
  args: z.array(z.string({ error: 'must be a text' }), { error: 'must be a list of texts' }).default([]),
  env: texts.default({}),
  cwd: z.string({ error: 'must be a folder' }).optional(),
  stateful: z.boolean({ error: 'must be true or false' }).default(false),
});

/** Why an entry cannot be used, as a sentence. */
class UnusableEntry extends Error {}

/**
 * The server, or a sentence that says why the entry cannot be used; it contains no value of a variable.
 * @param key for the marks that replace literal secrets
 */
export function entryFrom(
  name: string,
  value: unknown,
  lookup: Lookup,
  key: string = '',
): ServerConfig | string {
  const filling = new Filling(lookup);
  try {
    if (!isRecord(value)) throw new UnusableEntry('the entry is not an object.');
    const server =
      'command' in value ? programFrom(name, value, filling, key) : webServerFrom(name, value, filling, key);
    return filling.secrets.size > 0 ? { ...server, secrets: [...filling.secrets] } : server;
  } catch (error) {
    if (error instanceof UnusableEntry) return error.message;
    throw error;
  }
}

function webServerFrom(
  name: string,
  value: Record<string, unknown>,
  filling: Filling,
  key: string,
): ServerConfig {
  const type = webType(value.type);
  const { url, headers: templates, ...set } = checked(webEntry, value);
  const headers: Record<string, string> = Object.create(null);
  for (const [header, template] of Object.entries(templates)) {
    if (RESERVED_HEADER.test(header)) {
      throw new UnusableEntry(`the header ${quoted(header)} is set by Amber; remove it.`);
    }
    const text = filling.fill(template, `the header ${quoted(header)}`);
    if (!isHeader(header, text)) {
      throw new UnusableEntry(`the header ${quoted(header)} cannot be sent as it stands.`);
    }
    headers[header] = text;
    if (isSecretName(header) || template !== text) filling.hide(text);
  }
  const shown = masked(url, querySpans(url), (secret) => {
    filling.hide(secret);
    return secretMark(key, name, secret);
  });
  const address = shown !== url && { address: url };
  return { ...limits(set), name, url: shown, headers, ...(type && { type }), ...address };
}

function programFrom(
  name: string,
  value: Record<string, unknown>,
  filling: Filling,
  key: string,
): ServerConfig {
  if ('url' in value) throw new UnusableEntry('it has both a "command" and a "url": remove one.');
  if (value.type !== undefined && value.type !== 'stdio') {
    throw new UnusableEntry(
      `the type ${quoted(typeText(value.type))} does not go with "command"; use "stdio".`,
    );
  }
  const { command, args, env: templates, cwd, stateful, ...set } = checked(programEntry, value);
  const env: Record<string, string> = Object.create(null);
  for (const [variable, template] of Object.entries(templates)) {
    if (!/^[^=\0]+$/.test(variable)) throw new UnusableEntry(`${quoted(variable)} in "env" is no name.`);
    const text = filling.fill(template, `${quoted(variable)} in "env"`);
    env[variable] = text;
    if (isSecretName(variable) || secretSpans(text).length > 0) filling.hide(text);
  }
  const program = {
    command,
    args: args.map((template, index) => filling.fill(template, `argument ${index + 1}`)),
    env,
    ...(cwd !== undefined && { cwd: filling.fill(cwd, '"cwd"') }),
  };
  if ([command, ...program.args, ...Object.values(env)].some((text) => text.includes('\0'))) {
    throw new UnusableEntry('it holds a character that no program can be given.');
  }
  const spans = argumentSpans(args, command);
  const shown = args.map((arg, index) =>
    masked(arg, spans[index] ?? [], (secret) => {
      filling.hide(secret);
      return secretMark(key, name, secret);
    }),
  );
  const literalSecrets = spans.flatMap((found, index) => (found.length > 0 ? [index + 1] : []));
  return {
    ...limits(set),
    name,
    url: `stdio:${[command, ...shown].map(word).join(' ')}`,
    program,
    ...(stateful && { stateful: true as const }),
    ...(literalSecrets.length > 0 && { literalSecrets }),
  };
}

function webType(type: unknown): 'http' | 'sse' | undefined {
  if (type === undefined) return undefined;
  if (type === 'http' || type === 'streamable-http') return 'http';
  if (type === 'sse') return 'sse';
  throw new UnusableEntry(`the type ${quoted(typeText(type))} is not known; use "http" or "sse".`);
}

/** An imported file may hold anything here. */
const typeText = (type: unknown) => (typeof type === 'string' ? type : (JSON.stringify(type) ?? typeof type));

function checked<Entry>(schema: z.ZodType<Entry>, value: unknown): Entry {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnusableEntry(`"${issue?.path.join('.')}" ${issue?.message}.`);
}

function limits({
  trusted,
  timeoutMs,
  totalTimeoutMs,
  maxConcurrency,
  tools,
}: SetLimits & { trusted: boolean; tools: Record<string, 'off'> }) {
  const off = Object.keys(tools);
  return {
    trusted,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    ...(maxConcurrency !== undefined && { maxConcurrency }),
    ...(off.length > 0 && { off }),
  };
}

/** Fills in every `${NAME}`, and remembers which values nobody may see. */
class Filling {
  readonly secrets = new Set<string>();

  constructor(private readonly lookup: Lookup) {}

  /** @throws UnusableEntry naming a variable without a value */
  fill(template: string, where: string): string {
    return template.replace(/\$\{([^}]*)\}/g, (_whole, name: string) => {
      const value = this.lookup(name);
      if (!value) {
        throw new UnusableEntry(
          `\${${name}} in ${where} has no value: set it and start again (Amber's own settings are not given out).`,
        );
      }
      // A folder is not a secret, and occurs in much of what a program prints.
      if (isSecretName(name) || !/^(?:[~/]|[A-Za-z]:\\)/.test(value)) this.secrets.add(value);
      return value;
    });
  }

  hide(value: string): void {
    this.secrets.add(value);
    // The token alone, without the scheme before it.
    const last = value.split(' ').at(-1);
    if (last) this.secrets.add(last);
  }
}

/** A word of a command, quoted if necessary. */
function word(text: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Whether a header may be sent to a server: not one of the protocol's own. */
export function isUsableHeader(name: string, value: string): boolean {
  return !RESERVED_HEADER.test(name) && isHeader(name, value);
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('${')) return false;
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
