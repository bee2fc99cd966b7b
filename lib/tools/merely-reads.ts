// Shared with the browser: types and pure functions only.
/** Whether calls merely read. That is the word of a server that somebody vouches for: nobody else's counts. Pure. */
import type { Risk } from '@/mcp/annotations';

export const merelyReads = ({ trusted, risk }: { trusted: boolean; risk: Risk }): boolean =>
  trusted && risk === 'read-only';
