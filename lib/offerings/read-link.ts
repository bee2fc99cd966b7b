import 'server-only';
/**
 * What a link in a call's result leads to: read from that very server when a person clicks it, and shown only to that
 * person.
 */
import type { Database } from '@/db/client';
import { sniff } from '@/lib/connections/media/sniff';
import { AppError } from '@/lib/errors';
import { findCallById } from '@/lib/store/calls';
import type { ContentPart } from '@/lib/values/call-content';
import { storable } from '@/lib/values/text';
import type { OfferContext } from './attach-resource';
import { type Content, readContents } from './contents';
import type { ReadLink, ShownContent } from './offering-view';
import { refuseDenied } from './own-rules';

/** Of one text, in characters. */
const MOST_SHOWN = 50_000;
/** Of an image that is shown at once, in bytes; a larger one is only mentioned. */
const MOST_PICTURE = 1_000_000;

export interface LinkWanted {
  callId: string;
  /** The position of the link in the result, from 0. */
  place: string;
  /** Whether the person may see a chat. */
  maySee(chatId: string): Promise<boolean>;
}

/**
 * @throws AppError not_found: no such link in a result that the person sees, or its server is another one by now; as
 * `readContents`
 */
export async function readLink(context: OfferContext, wanted: LinkWanted): Promise<ReadLink> {
  const { db, caller, servers, signal } = context;
  const { call, uri } = await linkOf(db, caller.teamId, wanted);
  const server = servers.find(({ name, url }) => name === call.server && url === call.serverUrl);
  if (!server) {
    const message = `The server "${call.server}" is not connected any more, or is another one by now.`;
    throw new AppError('not_found', message);
  }
  await refuseDenied(db, caller, server, uri);
  const { contents, left } = await readContents(server, uri, signal);
  return { server: server.name, uri, contents: contents.map(shown), left };
}

async function linkOf(db: Database, teamId: string, { callId, place, maySee }: LinkWanted) {
  const call = await findCallById(db, callId);
  const part = call?.result?.content[Number(place)] as ContentPart | undefined;
  const isLink = call?.teamId === teamId && part?.type === 'resource_link' && /^\d{1,3}$/.test(place);
  if (!isLink || !(await maySee(call.chatId))) throw new AppError('not_found', 'There is nothing here.');
  return { call, uri: part.uri };
}

/** A server's claim of a type decides nothing. */
function shown({ uri, said, bytes, text }: Content): ShownContent {
  const about = { uri: storable(uri), size: bytes.length };
  if (text !== undefined) {
    const start = text.slice(0, MOST_SHOWN).toWellFormed();
    const cut = text.length > MOST_SHOWN && { cut: true as const };
    return { ...about, ...(said !== undefined && { mimeType: storable(said) }), text: start, ...cut };
  }
  const seen = sniff(bytes, false);
  const mimeType = seen.mimeType ?? 'application/octet-stream';
  const isSmall = seen.type === 'image' && bytes.length <= MOST_PICTURE;
  return { ...about, mimeType, ...(isSmall && { picture: bytes.toString('base64') }) };
}
