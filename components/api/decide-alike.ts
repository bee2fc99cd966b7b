/** Sends one decision on several calls of one tool; each gets an answer of its own. */
import { errorWords } from '@/components/api/error-words';
import type { AlikeOutcome, ShownCall } from '@/lib/approvals/alike';
import { type Fetch, request, wordsOf } from './api';
import type { Decision } from './decide';

export type AlikeAnswer = { ok: true; calls: AlikeOutcome[] } | { ok: false; message: string };

/** Never throws: a refusal is a result, too, and the list shows it. */
export async function decideAlike(
  decision: Decision,
  calls: readonly ShownCall[],
  call?: Fetch,
): Promise<AlikeAnswer> {
  try {
    const answer = await request<{ calls: AlikeOutcome[] }>(
      'POST',
      '/api/approvals/alike',
      { decision, calls },
      call,
    );
    return { ok: true, calls: answer.calls };
  } catch (error) {
    // Lists contain only trusted servers' calls.
    return { ok: false, message: errorWords(wordsOf(error), true) };
  }
}
