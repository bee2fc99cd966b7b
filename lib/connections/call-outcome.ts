/** From an MCP result to what the model reads and the page shows. */
import type { CallToolResult } from '@ai-sdk/mcp';
import {
  type ContentPart,
  lineOf,
  MAX_MODEL_TEXT,
  modelText,
  shortened,
  sizeOf,
} from '@/lib/execution/call-content';
import { storable } from '@/lib/text';
import { isRecord } from './json-rpc';
import type { CallOutcome } from './types';

/** Characters of all content together: the stored message and every open page hold all of it. */
const MAX_CONTENT = 1_000_000;
/** Characters of the structure as JSON. */
const MAX_STRUCTURE = 100_000;
const MAX_DEPTH = 100;
const MAX_PARTS = 200;
const MAX_URI = 2_000;
const MAX_WORDS = 500;
/** What a browser shows without running anything: no SVG, no documents. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const HEARD = new Set([
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/ogg',
  'audio/webm',
  'audio/mp4',
  'audio/aac',
  'audio/flac',
]);

/**
 * Keeps what can be shown, in the server's order; of what is too large or of another kind remains a line that says
 * so. Structure that is nested too deeply or too large to be stored is left out.
 */
export function callOutcome(given: CallToolResult): CallOutcome {
  const result = unwrapped(given);
  const isError = saysError(given) || saysError(result);
  const whole = structureOf(result);
  const json = whole === undefined ? '' : JSON.stringify(whole);
  const structured = json.length > MAX_STRUCTURE ? undefined : whole;
  const parts = Array.isArray(result.content) ? partsOf(result.content) : [];
  if (parts.length === 0 && whole !== undefined) parts.push({ type: 'text', text: json });
  // Where there is structure the page shows that, and the text is for the model.
  const longest = structured === undefined ? MAX_CONTENT : MAX_MODEL_TEXT;
  const content = withinLimit(parts, longest);
  return { isError, text: modelText(content), structured, content };
}

/** The result itself, where a server has put it into the `toolResult` of October 2024. */
function unwrapped(result: Record<string, unknown>): Record<string, unknown> {
  const inner = result.content === undefined ? result.toolResult : undefined;
  return isRecord(inner) && Array.isArray(inner.content) ? inner : result;
}

/** As MCP spells it, and as some servers do. Either makes an error; neither makes a success of one. */
function saysError(result: Record<string, unknown>): boolean {
  return result.isError === true || result.is_error === true;
}

function structureOf(result: Record<string, unknown>): unknown {
  const structured = 'toolResult' in result ? result.toolResult : result.structuredContent;
  return isDeep(structured, MAX_DEPTH) ? undefined : structured;
}

function partsOf(given: unknown[]): ContentPart[] {
  const parts = given.slice(0, MAX_PARTS).map(partOf);
  const left = given.length - parts.length;
  return left > 0 ? [...parts, text(`[${left} more parts are left out]`)] : parts;
}

function partOf(part: unknown): ContentPart {
  if (!isRecord(part)) return text('[unreadable content]');
  switch (part.type) {
    case 'text':
      if (typeof part.text === 'string') return text(part.text);
      break;
    case 'image':
    case 'audio': {
      const { type, data } = part;
      const mimeType = String(part.mimeType).toLowerCase();
      const isKnown = type === 'image' ? SHOWN.has(mimeType) : HEARD.has(mimeType);
      if (isKnown && isBase64(data)) return { type, mimeType, data };
      break;
    }
    case 'resource_link':
      if (isUri(part.uri)) return linkOf(part, part.uri);
      break;
    case 'resource':
      if (isRecord(part.resource) && isUri(part.resource.uri)) return resourceOf(part.resource);
      break;
    default:
      break;
  }
  const inner = isRecord(part.resource) ? part.resource : part;
  const size = sizeOf(part.data ?? inner.blob);
  return text(lineOf(part.type, inner.mimeType, part.name, inner.uri, size));
}

function linkOf(part: Record<string, unknown>, uri: string): ContentPart {
  const description = words(part.description);
  const name = words(part.title) ?? words(part.name) ?? uri;
  return { type: 'resource_link', uri, name, ...typeOf(part), ...(description && { description }) };
}

function resourceOf(resource: Record<string, unknown>): ContentPart {
  const about = { type: 'resource' as const, uri: String(resource.uri), ...typeOf(resource) };
  if (typeof resource.text === 'string') return { ...about, text: resource.text };
  if (isBase64(resource.blob)) return { ...about, blob: resource.blob };
  return text(lineOf('resource', resource.mimeType, resource.uri));
}

function typeOf({ mimeType }: Record<string, unknown>): { mimeType?: string } {
  const type = words(mimeType);
  return type ? { mimeType: type } : {};
}

/** Each part takes of the limit what it holds; what does not fit is told instead. */
function withinLimit(parts: ContentPart[], longest: number): ContentPart[] {
  let left = longest;
  let media = MAX_CONTENT;
  return parts.map((part) => {
    if (part.type === 'text' || (part.type === 'resource' && 'text' in part)) {
      const kept =
        left > 0 ? shortened(part.text, Math.max(left, 200)) : '[Left out: the answer is too long.]';
      left -= kept.length;
      return { ...part, text: kept };
    }
    const data = part.type === 'resource_link' ? '' : 'blob' in part ? part.blob : part.data;
    if (data.length > media) {
      return text(
        `${lineOf(part.type, part.mimeType, sizeOf(data))} [Left out: it is too large to be kept.]`,
      );
    }
    media -= data.length;
    left = Math.min(left, media);
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

function isBase64(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length % 4 !== 0) return false;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}
