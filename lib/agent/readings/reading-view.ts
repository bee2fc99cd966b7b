// Shared with the browser: types and pure functions only.
/** What a record was before a call and is after it, field by field. */

import type { Difference, ReadLine } from '@/lib/values/differences';

export interface ReadingView {
  /** `kept`: written down with the change itself; `read`: read by a tool of its server, before the call or after it. */
  by: 'kept' | 'read';
  /** Null: nothing was read before the call, so that nothing can be compared. */
  differences: Difference[] | null;
  /** How many fields are what they were. */
  same: number;
  /** It is another one, in what has no room here. */
  isMore: boolean;
  /** What was read afterwards, where nothing was before; what was read before, where it could not be read afterwards. */
  lines: ReadLine[] | null;
  /** Why it could not be read afterwards, in its server's words or ours. */
  failure: string | null;
  /** When it was read afterwards (ISO 8601, UTC); null: it was not. */
  at: string | null;
  /** Whether this person may have it read now. */
  mayRead: boolean;
}
