/** Takes back a confirmed call that is still held. Never throws: a refusal is a result, too. */
import { type Fetch, request, wordsOf } from './api';

export async function takeBackHeld(
  approvalId: string,
  call?: Fetch,
): Promise<{ ok: true } | { ok: false; message: string }> {
  try {
    await request('POST', `/api/approvals/${encodeURIComponent(approvalId)}/take-back`, undefined, call);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: wordsOf(error) };
  }
}
