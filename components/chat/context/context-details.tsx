'use client';
/**
 * What the model reads of a chat: how much of its context that takes, what is left out, what is summarised; and a
 * button to summarise.
 */
import { summariseChat } from '@/components/api/chat-api';
import { useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { Made, SummaryView } from '@/lib/runs/chat-view';

export interface ContextDetailsProps {
  made: Made;
  chatId: string | null;
  summary: SummaryView | null;
  /** Rules answer, which cannot summarise; or the reader may not write. */
  maySummarise: boolean;
  /** Shows a message, even if it is not on the page yet. */
  onReach: (id: string) => Promise<boolean>;
  /** The chat has changed and has to be loaded. */
  onChanged: () => void;
  close: () => void;
}

export function ContextDetails(props: ContextDetailsProps) {
  const { made, chatId, summary, maySummarise, onChanged, close } = props;
  const { doing, outcome, act } = useAct();
  const summarise = () =>
    act('', say('context.not-summarised'), async () => {
      await summariseChat(chatId ?? '');
      onChanged();
      return say('context.summarised');
    });
  const reach = async (id: string) => {
    close();
    if (await props.onReach(id)) showMessage(id);
  };
  return (
    <div className="flex flex-col gap-2 text-13 text-ink-2" data-focus tabIndex={-1}>
      <h3 className="font-semibold text-14 text-ink">{say('context.heading')}</h3>
      {made.tokens !== undefined && made.window !== undefined && (
        <p>
          {say(made.estimated ? 'context.about' : 'context.counted', {
            tokens: made.tokens,
            window: made.window,
          })}
          {made.assumed && ` ${say('context.assumed')}`}
        </p>
      )}
      {made.since !== undefined && (
        <p>
          {say('context.left-out')}{' '}
          <button type="button" className="underline" onClick={() => void reach(made.since ?? '')}>
            {say('context.show-since')}
          </button>
        </p>
      )}
      {summary && <p>{say('context.has-summary')}</p>}
      {maySummarise && chatId && (
        <>
          <Button disabled={doing !== null} onClick={() => void summarise()} className="mt-1">
            {doing !== null ? say('context.summarising') : say('context.summarise')}
          </Button>
          <p className="text-12 text-muted">{say('context.means')}</p>
        </>
      )}
      <p role={outcome?.isRefusal ? 'alert' : 'status'} className={outcome?.isRefusal ? 'text-failed' : ''}>
        {outcome?.words}
      </p>
    </div>
  );
}

function showMessage(id: string) {
  const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (!message) return;
  message.tabIndex = -1;
  message.scrollIntoView({ block: 'start' });
  message.focus({ preventScroll: true });
}
