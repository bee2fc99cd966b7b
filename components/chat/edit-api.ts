/** Loads and changes the arguments of a waiting call; a refusal is a result too. Nothing here throws. */

import { type Fetch, request, wordsOf } from '@/components/api/api';
import type { EditAnswer, LookAnswer } from '@/components/api/edit';

const pathOf = (approvalId: string) => `/api/approvals/${encodeURIComponent(approvalId)}/edit`;

export async function lookAtArguments(approvalId: string, call?: Fetch): Promise<LookAnswer> {
  try {
    const editable = await request<{ schema: Record<string, unknown>; input: unknown }>(
      'GET',
      pathOf(approvalId),
      undefined,
      call,
    );
    return { ok: true, ...editable };
  } catch (error) {
    return { ok: false, message: wordsOf(error) };
  }
}

export async function sendArguments(
  approvalId: string,
  input: Record<string, unknown>,
  call?: Fetch,
): Promise<EditAnswer> {
  try {
    const sent = await request<{ approvalId: string }>('POST', pathOf(approvalId), { input }, call);
    return { ok: true, approvalId: sent.approvalId };
  } catch (error) {
    return { ok: false, message: wordsOf(error) };
  }
}
