/** The text of a folded row: what the call is about, so that two calls of one tool can be told apart. Pure. */
import { valueRows } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { previewSummary } from '@/components/tool-call/approval/preview-words';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';

/** The most arguments that are named, and the most characters in all. */
const NAMED = 3;
const LONGEST = 120;

/** What would be deleted, with its amount; if nothing says that, the first arguments. Never secrets. */
export function aboutWords(
  approval: Pick<ApprovalView, 'server' | 'trusted' | 'preview' | 'input' | 'contentsErased'>,
): string {
  if (approval.contentsErased) return say('approvals.contents-erased');
  const words = previewSummary(approval) || argumentWords(approval.input);
  const shown = visibleString(words.replace(/\s+/g, ' '));
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}

function argumentWords(input: unknown): string {
  return valueRows(input)
    .filter(({ path, value }) => path !== '' && (value.kind === 'text' || value.kind === 'exact'))
    .slice(0, NAMED)
    .map(({ path, value }) => `${path} ${value.text}`)
    .join(', ');
}
