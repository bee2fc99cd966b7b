// Shared with the browser: types and pure functions only.
/** What a call answered, as it is kept for the page, and what of it the model reads. */
import { storable, visible } from '@/lib/text';

/** MCP's shapes, with nothing in them that was not checked. All is data: nothing of it is ever fetched. */
export type ContentPart =
  | { type: 'text'; text: string }
  /** `data` is base64; the type is one that a browser shows without running anything. */
  | { type: 'image' | 'audio'; mimeType: string; data: string }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string }
  | { type: 'resource'; uri: string; mimeType?: string; text: string }
  | { type: 'resource'; uri: string; mimeType?: string; blob: string };

/** Characters that the model reads of one answer, the notice included. */
export const MAX_MODEL_TEXT = 25_000;
const MAX_LABEL = 200;

/** The text of an answer; other kinds of content become a line that describes them. Cut, with a notice. */
export function modelText(content: readonly ContentPart[]): string {
  return shortened(content.map(wordsOf).join('\n'), MAX_MODEL_TEXT);
}

/** The text, or its beginning and a notice, together at most so many characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const notice = `\n[Cut here: the answer has ${text.length} characters. Ask for less, or for the next part.]`;
  return text.slice(0, most - notice.length).toWellFormed() + notice;
}

/** A line that says what a part is, such as "[image, image/png, 12 kB]". */
export function lineOf(...facts: unknown[]): string {
  return `[${facts.filter(isText).map(labelOf).join(', ')}]`;
}

/** How much a base64 text holds, such as "12 kB". */
export function sizeOf(base64: unknown): string | undefined {
  if (!isText(base64)) return undefined;
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}

function wordsOf(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return lineOf(part.type, part.mimeType, sizeOf(part.data));
    case 'resource_link':
      return lineOf(part.type, part.mimeType, part.name, part.uri);
    case 'resource':
      if ('blob' in part) return lineOf(part.type, part.mimeType, part.uri, sizeOf(part.blob));
      return `${lineOf(part.type, part.mimeType, part.uri)}\n${part.text}`;
    default:
      return '[unreadable content]';
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function labelOf(text: string): string {
  const label = visible(storable(text.slice(0, MAX_LABEL)).replaceAll('\n', ' '));
  return text.length > MAX_LABEL ? `${label}…` : label;
}
