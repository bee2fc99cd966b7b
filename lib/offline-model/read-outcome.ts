/** The outcome of a tool call, from any form that its result takes in the prompt. */
import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';

export type Outcome =
  /** `value` is parsed JSON if the result was JSON, else the text itself. */
  | { kind: 'value'; value: unknown }
  | { kind: 'error'; message: string }
  /** A person or a rule refused. */
  | { kind: 'denied'; reason: string }
  /** The prompt holds no result. */
  | { kind: 'missing' };

const NO = '(?:cancell?ed|denied|declined|rejected|not approved|superseded|expired|withdrawn)';
/** Matches an error that reports a decision on the call, not one about a cancelled record. */
const REFUSED = new RegExp(
  `^\\W*${NO}(?=\\s*(?:$|[.:,;]|by\\b))|\\b(?:call|action|request|approval) (?:was|is|has been) ${NO}\\b`,
  'i',
);

export function readOutcome(output: LanguageModelV4ToolResultOutput): Outcome {
  switch (output.type) {
    case 'execution-denied':
      return { kind: 'denied', reason: clean(output.reason ?? '') };
    case 'error-text':
      return errorOf(output.value);
    case 'error-json':
      return errorOf(messageIn(output.value));
    case 'text':
      return resultOf(parse(output.value));
    case 'json':
      return resultOf(output.value);
    case 'content':
      return resultOf(parse(textIn(output.value)));
    default:
      return { kind: 'missing' };
  }
}

function errorOf(message: string): Outcome {
  const said = clean(message);
  return REFUSED.test(said.slice(0, 200))
    ? { kind: 'denied', reason: said }
    : { kind: 'error', message: said };
}

/** MCP's own envelope (`content`, `structuredContent`, `isError`) is removed, whichever way the result came. */
function resultOf(value: unknown): Outcome {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'value', value };
  const envelope = value as Record<string, unknown>;
  const parts = Array.isArray(envelope.content) ? envelope.content : undefined;
  if (envelope.isError === true) return errorOf(parts ? textIn(parts) : messageIn(value));
  if (envelope.structuredContent !== undefined) return { kind: 'value', value: envelope.structuredContent };
  if (parts?.every((part) => typeof part === 'object' && part !== null && 'type' in part)) {
    return { kind: 'value', value: parse(textIn(parts)) };
  }
  return { kind: 'value', value };
}

function textIn(parts: readonly unknown[]): string {
  return parts
    .map((part) => (typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : ''))
    .filter((text) => text !== '')
    .join('\n');
}

function parse(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{"]/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    if ('message' in value && typeof value.message === 'string') return value.message;
    if ('error' in value) return messageIn(value.error);
  }
  return JSON.stringify(value) ?? '';
}

/** Removes the prefix that a program puts before an error message. */
const clean = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[A-Z]\w*)?Error: /, '')
    .slice(0, 500);
