// Shared with the browser: types and pure functions only.
/** What a page of a server (MCP Apps) is told about a call. */
import type { CallOutput } from '@/lib/execution/call-record';
import { type ContentPart, isMedia, mediaLine } from '@/lib/values/call-content';

/** The state of a call that a page makes. */
export type AppCallState =
  | { state: 'working' | 'waits' }
  | { state: 'done'; output: CallOutput }
  | { state: 'failed'; message: string };

/** What has to be known about a page before it is shown. */
export interface PageFacts {
  /** It has made calls before, whose results are in a place of their own. */
  hasCalled: boolean;
  /** Why it may not be shown now; null if it may. */
  off: string | null;
}

/** The most calls that one page may make, each time it is opened included: each is a message, a run and receipts. */
export const MOST_APP_CALLS = 200;

/**
 * A result as MCP defines it. Bytes are replaced by a line that says what they are, since they are stored separately.
 */
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
