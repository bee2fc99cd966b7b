import 'server-only';
/** A resource that a person attaches: read at this moment with their own sign-in, and kept as a file of theirs. */
import { UriTemplate } from '@modelcontextprotocol/server';
import type { Database } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { AskableServer } from '@/lib/servers/askable-server';
import { quoted } from '@/lib/values/text';
import { serverNamed } from './ask-once';
import { MOST_URI, variablesOf } from './clean-offer';
import { readContents } from './contents';
import { keepContents } from './keep-contents';
import type { AttachedResource } from './offering-view';
import { refuseDenied } from './own-rules';

export interface OfferContext {
  db: Database;
  caller: Caller;
  servers: readonly AskableServer[];
  signal: AbortSignal;
}

/** @throws AppError */
export async function attachResource(
  { db, caller, servers, signal }: OfferContext,
  given:
    | { server: string; uri: string }
    | { server: string; template: string; values: Record<string, string> },
): Promise<AttachedResource> {
  const server = serverNamed(servers, given.server);
  const uri = 'uri' in given ? given.uri : filledIn(given.template, given.values);
  await refuseDenied(db, caller, server, uri);
  const { contents, left } = await readContents(server, uri, signal);
  if (contents.length === 0) {
    throw new AppError(
      'bad_request',
      `${quoted(uri, 200)} of the server "${server.name}" holds nothing that can be attached.`,
    );
  }
  const kept = await keepContents(db, caller, server, contents);
  return { attachments: kept.attachments, left: left + kept.left };
}

/**
 * The address made from the template and these values.
 * @throws AppError bad_request
 */
export function filledIn(template: string, values: Readonly<Record<string, string>>): string {
  const names = variablesOf(template);
  if (!names) throw new AppError('bad_request', 'template: it cannot be filled in. Choose another resource.');
  const own = new Map(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const given = names.flatMap((name) => (own.has(name) ? [[name, own.get(name) ?? ''] as const] : []));
  if (given.length === 0) throw new AppError('bad_request', 'values: fill in at least one of them.');
  const uri = new UriTemplate(template).expand(Object.fromEntries(given));
  if (uri.length <= MOST_URI) return uri;
  throw new AppError('bad_request', `values: the address becomes longer than ${MOST_URI} characters.`);
}
