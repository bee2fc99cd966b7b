/** The calls that an answer is based on: those of it that have answered, each linked to its row. */
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { sourcesOf } from './sources-of';

export function Sources({ message }: { message: AmberMessage }) {
  const sources = sourcesOf(message);
  if (sources.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 text-12 text-muted">
      <span aria-hidden>{say('answers.sources')}</span>
      <ul aria-label={say('answers.sources')} className="flex min-w-0 flex-wrap gap-x-2">
        {sources.map(({ id, title, count }) => (
          <li key={id} className="min-w-0">
            <button
              type="button"
              onClick={() => show(message.id, id)}
              className="max-w-full truncate underline decoration-dotted underline-offset-4 hover:text-ink max-md:min-h-11"
            >
              <ShownText text={title} />
              {count > 1 && ` ${say('answers.times', { count })}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function show(messageId: string, callId: string) {
  const message = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  const row = message?.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`);
  if (!row) return;
  row.scrollIntoView({ block: 'center' });
  row.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
