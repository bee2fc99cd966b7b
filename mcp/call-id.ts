/** The id that a client gives a call: the same however often the call is sent. */
import { CALL_ID_META } from './define-tool';

export const CALL_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** The id in a request's `_meta`; an invalid one is ignored, as if it were missing. */
export function callIdIn(meta: object | undefined): string | undefined {
  const id: unknown = meta && Reflect.get(meta, CALL_ID_META);
  return typeof id === 'string' && CALL_ID.test(id) ? id : undefined;
}
