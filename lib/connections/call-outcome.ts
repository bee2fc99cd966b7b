/** Turns an MCP result into what the model reads and what the page shows. */
import type { CallToolResult } from '@ai-sdk/mcp';
import { argumentWords } from '@/lib/servers/argument-words';
import type { CallOutcome } from '@/lib/tools/types';
import {
  type ContentPart,
  isMedia,
  lineOf,
  MAX_MODEL_TEXT,
  type MediaPart,
  mediaLine,
  modelText,
  shortened,
} from '@/lib/values/call-content';
import { isDeep } from '@/lib/values/levels';
import { isRecord } from '@/lib/values/records';
import { storable } from '@/lib/values/text';
import { mediaOf } from './media/media-part';

/** Characters of all texts together: the stored message and every open page hold them all. */
const MAX_CONTENT = 1_000_000;
/** Characters of the structure as JSON. */
const MAX_STRUCTURE = 100_000;
const MAX_PARTS = 200;
const MAX_URI = 2_000;
const MAX_WORDS = 500;
/** Bytes of all pictures, sounds and files together. */
const MAX_MEDIA = 4_000_000;

const REFUSES_ARGUMENTS =
  /^(?:(?:Mcp)?Error: )?(?:MCP error -32602:|Input validation error:|Invalid arguments for tool |\d+ validation errors? for call\[)/;

/** An answer's bytes, each under the place of its part in the content. */
type Kept = NonNullable<CallOutcome['media']>;

/**
 * Keeps what can be shown or downloaded, in the server's order; content that is too large or unreadable becomes a line
 * that says so. Structured content that is nested too deeply or too large to be stored is dropped.
 */
export function callOutcome(given: CallToolResult): CallOutcome {
  const result = unwrapped(given);
  const isError = saysError(given) || saysError(result);
  const whole = structureOf(result);
  const json = whole === undefined ? '' : JSON.stringify(whole);
  const structured = json.length > MAX_STRUCTURE ? undefined : whole;
  const bytes = new Map<MediaPart, Buffer>();
  const sent = Array.isArray(result.content) ? partsOf(result.content, bytes) : [];
  const parts = isError ? sent.map(inArgumentWords) : sent;
  if (parts.length === 0 && whole !== undefined) parts.push({ type: 'text', text: json });
  // The page shows the structured content if there is any; the text is then for the model.
  const longest = structured === undefined ? MAX_CONTENT : MAX_MODEL_TEXT;
  const content = withinLimit(parts, longest);
  const media = content.flatMap((part, place): Kept => {
    const kept = isMedia(part) ? bytes.get(part) : undefined;
    return kept ? [{ place, bytes: kept }] : [];
  });
  return { isError, text: modelText(content), structured, content, ...(media.length > 0 && { media }) };
}

/** Some servers refuse arguments in a result rather than with an error. */
function inArgumentWords(part: ContentPart): ContentPart {
  if (part.type !== 'text' || !REFUSES_ARGUMENTS.test(part.text)) return part;
  return { ...part, text: argumentWords(part.text) };
}

/** The actual result, where a server has put it into the `toolResult` of the October 2024 revision. */
function unwrapped(result: Record<string, unknown>): Record<string, unknown> {
  const inner = result.content === undefined ? result.toolResult : undefined;
  return isRecord(inner) && Array.isArray(inner.content) ? inner : result;
}

/** MCP's spelling, and that of some servers. Either one makes the result an error; neither can make it a success. */
function saysError(result: Record<string, unknown>): boolean {
  return result.isError === true || result.is_error === true;
}

function structureOf(result: Record<string, unknown>): unknown {
  const structured = 'toolResult' in result ? result.toolResult : result.structuredContent;
  return isDeep(structured) ? undefined : structured;
}

function partsOf(given: unknown[], bytes: Map<MediaPart, Buffer>): ContentPart[] {
  const parts = given.slice(0, MAX_PARTS).map((part) => partOf(part, bytes));
  const left = given.length - parts.length;
  return left > 0 ? [...parts, text(`[${left} more parts are left out]`)] : parts;
}

function partOf(part: unknown, bytes: Map<MediaPart, Buffer>): ContentPart {
  if (!isRecord(part)) return text('[unreadable content]');
  const inner = isRecord(part.resource) ? part.resource : part;
  switch (part.type) {
    case 'text':
      if (typeof part.text === 'string') return text(part.text);
      break;
    case 'resource_link':
      if (isUri(part.uri)) return linkOf(part, part.uri);
      break;
    case 'image':
    case 'audio':
    case 'resource': {
      if (part.type === 'resource' && typeof inner.text === 'string' && isUri(inner.uri)) {
        return { type: 'resource', uri: inner.uri, ...typeOf(inner), text: inner.text };
      }
      const given = part.type === 'resource' ? inner.blob : part.data;
      const { mimeType, uri } = inner;
      const name = inner.title ?? inner.name;
      const media = mediaOf(given, { kind: part.type, mimeType, name, uri });
      if (!media) break;
      bytes.set(media.part, media.bytes);
      return media.part;
    }
    default:
      break;
  }
  return text(lineOf(part.type, inner.mimeType, part.name, inner.uri, emptyOf(part.data ?? inner.blob)));
}

/** Why a part that should hold bytes has none worth keeping. */
function emptyOf(data: unknown): string | undefined {
  if (data === undefined) return undefined;
  return data === '' ? 'empty' : 'unreadable';
}

function linkOf(part: Record<string, unknown>, uri: string): ContentPart {
  const description = words(part.description);
  const name = words(part.title) ?? words(part.name) ?? uri;
  return { type: 'resource_link', uri, name, ...typeOf(part), ...(description && { description }) };
}

function typeOf({ mimeType }: Record<string, unknown>): { mimeType?: string } {
  const type = words(mimeType);
  return type ? { mimeType: type } : {};
}

/** Shares out the limit part by part; what does not fit is replaced by a line that says so. */
function withinLimit(parts: ContentPart[], longest: number): ContentPart[] {
  let left = longest;
  let media = MAX_MEDIA;
  return parts.map((part) => {
    if (part.type === 'text' || part.type === 'resource') {
      const kept =
        left > 0 ? shortened(part.text, Math.max(left, 200)) : '[Left out: the answer is too long.]';
      left -= kept.length;
      return { ...part, text: kept };
    }
    if (!isMedia(part)) return part;
    if (part.size > media) return text(`${mediaLine(part)} [Left out: it is too large to be kept.]`);
    media -= part.size;
    return part;
  });
}

function text(words: string): ContentPart {
  return { type: 'text', text: words };
}

function words(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return storable(value.slice(0, MAX_WORDS));
}

function isUri(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_URI;
}
