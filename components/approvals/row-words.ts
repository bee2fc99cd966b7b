/** The text of a folded row: what the call is about, so that two calls of one tool can be told apart. Pure. */
import { argumentWords, onOneLine, previewSummary } from '@/components/tool-call/approval/preview-words';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';

/** What would be deleted, with its amount; if nothing says that, the first arguments. Never secrets. */
export function aboutWords(
  approval: Pick<ApprovalView, 'server' | 'trusted' | 'preview' | 'input' | 'contentsErased'>,
): string {
  if (approval.contentsErased) return say('approvals.contents-erased');
  return onOneLine(previewSummary(approval) || argumentWords(approval.input));
}
