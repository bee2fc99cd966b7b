import 'server-only';
import { mediaOf } from '@/lib/connections/media/media-part';
/**
 * A server's prompt, filled in: text that a person reads and edits before sending it, and whatever else it contained.
 */
import { AppError } from '@/lib/errors';
import type { AskableServer } from '@/lib/servers/askable-server';
import { takeNote } from '@/lib/uploads/take-note';
import { isRecord } from '@/lib/values/records';
import { quoted, storable } from '@/lib/values/text';
import { askOnce, serverNamed } from './ask-once';
import type { OfferContext } from './attach-resource';
import { type Content, type Contents, contentsIn } from './contents';
import { keepContents } from './keep-contents';
import type { FilledPrompt } from './offering-view';
import { refuseDenied } from './own-rules';

/** Of the answer, in bytes. */
const MOST_ANSWER = 5_000_000;
/** Of the text shown to the person, in characters. */
const MOST_TEXT = 20_000;
const MOST_MESSAGES = 50;
const MOST_FILES = 5;

export interface PromptWanted {
  server: string;
  name: string;
  values: Record<string, string>;
}

/** @throws AppError */
export async function getPrompt(
  { db, caller, servers, signal }: OfferContext,
  { server: of, name, values }: PromptWanted,
): Promise<FilledPrompt> {
  const server = serverNamed(servers, of);
  await refuseDenied(db, caller, server);
  const params = { name, arguments: values };
  const result = await askOnce(server, {
    of: 'prompts',
    method: 'prompts/get',
    params,
    signal,
    most: MOST_ANSWER,
  });
  const { text, contents, left } = said(server, result.messages);
  if (text === '' && contents.length === 0) {
    throw new AppError('bad_request', `The prompt ${quoted(name)} of the server "${of}" holds no words.`);
  }
  const kept = await keepContents(db, caller, server, contents);
  // From then on it is known where the message's words come from, whatever the person makes of them.
  const note = server.vouched
    ? []
    : [await takeNote(db, caller, name, text, { server: of, prompt: name, vouched: false })];
  return { text, attachments: [...note, ...kept.attachments], left: left + kept.left };
}

interface Said extends Contents {
  text: string;
}

/** Text in the user's role stays as it is; text in the assistant's role is marked as such. */
function said(server: AskableServer, given: unknown): Said {
  const messages = Array.isArray(given) ? given.filter(isRecord) : [];
  const used = messages.slice(0, MOST_MESSAGES);
  const isTalk = used.some(({ role }) => role === 'assistant');
  const words: string[] = [];
  const contents: Content[] = [];
  let left = messages.length - used.length;
  for (const { role, content } of used) {
    for (const part of Array.isArray(content) ? content : [content]) {
      const text = wordsOf(server, part);
      if (text !== undefined)
        words.push(isTalk ? `${role === 'assistant' ? 'Assistant' : 'User'}: ${text}` : text);
      else {
        const found = filesOf(server, part);
        contents.push(...found.contents);
        left += found.left;
      }
    }
  }
  const all = words.join('\n\n');
  const files = contents.slice(0, MOST_FILES);
  left += contents.length - files.length + Number(all.length > MOST_TEXT);
  return { text: all.slice(0, MOST_TEXT).toWellFormed(), contents: files, left };
}

function wordsOf({ clean }: AskableServer, part: unknown): string | undefined {
  if (!isRecord(part)) return undefined;
  if (part.type === 'text' && typeof part.text === 'string')
    return storable(clean(part.text, MOST_TEXT * 2)).trim();
  // A link is shown, and never followed automatically.
  if (part.type !== 'resource_link' || typeof part.uri !== 'string') return undefined;
  return storable(clean(part.uri.slice(0, 2_000)));
}

function filesOf(server: AskableServer, part: unknown): Contents {
  if (isRecord(part) && part.type === 'resource') return contentsIn(server, [part.resource], 'resource');
  if (isRecord(part) && (part.type === 'image' || part.type === 'audio')) {
    const media = mediaOf(part.data, { kind: part.type, mimeType: part.mimeType });
    if (media)
      return { contents: [{ uri: media.part.name, name: media.part.name, bytes: media.bytes }], left: 0 };
  }
  return { contents: [], left: 1 };
}
