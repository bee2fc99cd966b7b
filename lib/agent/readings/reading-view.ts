// Shared with the browser: types and pure functions only.
/** A record before a call and after it, field by field. */

import type { Difference, ReadLine } from '@/lib/values/differences';

export interface ReadingView {
  /** `kept`: stored together with the change itself; `read`: read by a tool of its server, before or after the call. */
  by: 'kept' | 'read';
  /** Null: nothing was read before the call, so nothing can be compared. */
  differences: Difference[] | null;
  /** How many fields are unchanged. */
  same: number;
  /** There are further differences that have no room here. */
  isMore: boolean;
  /** What was read afterwards, if nothing was before; what was read before, if it could not be read afterwards. */
  lines: ReadLine[] | null;
  /** Why it could not be read afterwards, in its server's words or ours. */
  failure: string | null;
  /** When it was read afterwards (ISO 8601, UTC); null if it was not. */
  at: string | null;
  /** Whether this person may have it read now. */
  mayRead: boolean;
}
