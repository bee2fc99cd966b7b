// Shared with the browser: types and pure functions only.
/** Whether calls only read. Only a trusted server's own word counts for that. Pure. */
import type { Risk } from '@/mcp/annotations';

export const merelyReads = ({ trusted, risk }: { trusted: boolean; risk: Risk }): boolean =>
  trusted && risk === 'read-only';
