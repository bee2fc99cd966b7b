/**
 * The line below which the model reads the chat's messages themselves; instead of those above, which stay, it reads a
 * summary, which is shown here.
 */
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import type { SummaryView } from '@/lib/runs/chat-view';

export function SummaryLine({ summary: { text, outside } }: { summary: SummaryView }) {
  return (
    <details data-testid="summary" className="mt-5 border-t pt-2 text-13 text-muted">
      <summary className="w-fit cursor-pointer rounded-control py-1 max-md:min-h-11 max-md:py-3">
        {say('context.line')}
      </summary>
      <div className="mt-2 rounded-table border bg-raised px-4 py-3">
        {outside && <p className="mb-2 font-medium text-ink-2">{say('context.outside')}</p>}
        <p dir="auto" className="whitespace-pre-wrap break-words text-14 text-ink-2">
          <ShownText text={text} />
        </p>
        <p className="mt-3">{say('context.line-means')}</p>
      </div>
    </details>
  );
}
