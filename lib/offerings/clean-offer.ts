/**
 * One resource, template or prompt as a server sent it, validated on its own: an unusable one does not affect the
 * others.
 */
import { UriTemplate } from '@modelcontextprotocol/server';
import type { AskableServer } from '@/lib/servers/askable-server';
import { isRecord } from '@/lib/values/records';
import { storable } from '@/lib/values/text';
import type { Offer, OfferedField } from './offering-view';

export const MOST_URI = 2_000;
export const MOST_NAME = 200;
const MOST_TITLE = 120;
const MOST_DESCRIPTION = 300;
const MOST_MIME = 100;
const MOST_TEMPLATE = 500;
const MOST_FIELDS = 12;

type Raw = Record<string, unknown>;
type Words = Pick<AskableServer, 'name' | 'vouched' | 'clean'>;

/** @returns nothing if it has no usable address */
export function resourceOf(server: Words, raw: Raw): Offer | undefined {
  const uri = exact(server, raw.uri, MOST_URI);
  if (uri === undefined) return undefined;
  const { size } = raw;
  const mimeType = said(server, raw.mimeType, MOST_MIME);
  return {
    kind: 'resource',
    uri,
    ...common(server, raw, uri),
    ...(mimeType !== undefined && { mimeType }),
    ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 && { size }),
  };
}

export function templateOf(server: Words, raw: Raw): Offer | undefined {
  const template = exact(server, raw.uriTemplate, MOST_TEMPLATE);
  const names = template === undefined ? undefined : variablesOf(template);
  if (template === undefined || !names) return undefined;
  // Any variable of a template may stay empty; if all do, filling it in fails.
  const fields = names.map((name): OfferedField => ({ name, required: names.length === 1 }));
  return { kind: 'template', template, fields, ...common(server, raw, template) };
}

export function promptOf(server: Words, raw: Raw): Offer | undefined {
  const name = exact(server, raw.name, MOST_NAME);
  const given = Array.isArray(raw.arguments) ? raw.arguments : [];
  if (name === undefined || given.length > MOST_FIELDS) return undefined;
  const fields = given.map((one) => fieldOf(server, one));
  if (!fields.every((field) => field !== undefined)) return undefined;
  return { kind: 'prompt', name, fields, ...common(server, raw, name) };
}

/** The variables of a template; nothing if it is invalid, or has none or too many. */
export function variablesOf(template: string): string[] | undefined {
  try {
    const names = [...new Set(new UriTemplate(template).variableNames)];
    const isFine = names.length > 0 && names.length <= MOST_FIELDS && names.every((name) => name !== '');
    return isFine ? names : undefined;
  } catch {
    return undefined;
  }
}

function fieldOf(server: Words, raw: unknown): OfferedField | undefined {
  const name = isRecord(raw) ? exact(server, raw.name, MOST_NAME) : undefined;
  if (!isRecord(raw) || name === undefined) return undefined;
  const title = said(server, raw.title, MOST_TITLE);
  const description = said(server, raw.description, MOST_DESCRIPTION);
  return {
    name,
    required: raw.required === true,
    ...(title && { title }),
    ...(description && { description }),
  };
}

function common(server: Words, raw: Raw, fallback: string) {
  const title = said(server, raw.title, MOST_TITLE) ?? said(server, raw.name, MOST_TITLE) ?? fallback;
  const description = said(server, raw.description, MOST_DESCRIPTION);
  return {
    server: server.name,
    title: title.slice(0, MOST_TITLE).toWellFormed(),
    ...(!server.vouched && { outside: true as const }),
    ...(description && { description }),
  };
}

/**
 * A value that is sent back must be unchanged: if it contains something that nobody may read, it is not used at all.
 */
function exact({ clean }: Words, value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > most) return undefined;
  return storable(value) === value && clean(value) === value ? value : undefined;
}

function said({ clean }: Words, value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const words = clean(value, most).replaceAll(/\s+/g, ' ').trim();
  if (words === '') return undefined;
  return storable(words.length > most ? `${words.slice(0, most - 1)}\u2026` : words);
}
