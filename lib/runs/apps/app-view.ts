// Shared with the browser: types and pure functions only.
/** What a page of a server (MCP Apps) is told of a call. */
import type { CallOutput } from '@/lib/execution/call-record';
import { type ContentPart, isMedia, mediaLine } from '@/lib/values/call-content';

/** How far a call of a page has come. */
export type AppCallState =
  | { state: 'working' | 'waits' }
  | { state: 'done'; output: CallOutput }
  | { state: 'failed'; message: string };

/** What is known of a page before it is shown. */
export interface PageFacts {
  /** It has made calls before: what became of them stands in a place of its own. */
  hasCalled: boolean;
  /** Why it may not be shown now; null: it may. */
  off: string | null;
}

/** Calls that one page may make, over all its openings: each is a message, a run and receipts. */
export const MOST_APP_CALLS = 200;

/** A result as MCP has it. Of bytes a line says what they are: they are kept apart from it. */
export function mcpResult({ content, structuredContent }: CallOutput) {
  return {
    content: content.map(mcpPart),
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

function mcpPart(part: ContentPart) {
  if (isMedia(part)) return { type: 'text' as const, text: mediaLine(part) };
  if (part.type !== 'resource') return part;
  const { type, ...resource } = part;
  return { type, resource };
}
