/** From an MCP result to what the model reads and the page shows. */
import type { CallToolResult } from '@ai-sdk/mcp';
import { visible } from '@/lib/text';
import { isRecord } from './json-rpc';
import type { CallOutcome } from './types';

/** Characters of the text, the notice included. */
export const MAX_TEXT = 25_000;
/** Characters of the structure as JSON: the stored message and every open page hold all of it. */
const MAX_STRUCTURE = 100_000;
const MAX_DEPTH = 100;
const MAX_LABEL = 200;

/**
 * Joins the text of a result; other kinds of content become a line that describes them. Structure that is
 * nested too deeply or too large to be stored is left out.
 */
export function callOutcome(result: CallToolResult): CallOutcome {
  const isError = 'isError' in result && result.isError === true;
  const whole = structureOf(result);
  const json = whole === undefined ? '' : JSON.stringify(whole);
  const structured = json.length > MAX_STRUCTURE ? undefined : whole;
  const content: unknown = 'content' in result ? result.content : undefined;
  const texts = Array.isArray(content) ? content.map(textOf) : [];
  if (texts.length === 0 && whole !== undefined) texts.push(json);
  return { isError, text: shortened(texts.join('\n')), structured };
}

function structureOf(result: CallToolResult): unknown {
  const structured: unknown = 'toolResult' in result ? result.toolResult : result.structuredContent;
  return isDeep(structured, MAX_DEPTH) ? undefined : structured;
}

function textOf(part: unknown): string {
  if (!isRecord(part)) return '[unreadable content]';
  if (part.type === 'text' && typeof part.text === 'string') return part.text;
  const resource = isRecord(part.resource) ? part.resource : part;
  const details = [part.type, resource.mimeType, part.name, resource.uri, sizeOf(part.data ?? resource.blob)];
  const line = `[${details.filter(isText).map(labelOf).join(', ')}]`;
  return typeof resource.text === 'string' ? `${line}\n${resource.text}` : line;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function labelOf(text: string): string {
  const label = visible(text.slice(0, MAX_LABEL).replaceAll('\n', ' '));
  return text.length > MAX_LABEL ? `${label}…` : label;
}

/** How much a base64 text holds, such as "12 kB". */
function sizeOf(base64: unknown): string | undefined {
  if (!isText(base64)) return undefined;
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}

function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const notice = `\n[Cut here: the answer has ${text.length} characters. Ask for less, or for the next part.]`;
  return text.slice(0, MAX_TEXT - notice.length).toWellFormed() + notice;
}

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}
