'use client';
/** Under the chat's title, once words from outside have come in: through which tool, and that changes ask since. */
import { Earth } from 'lucide-react';
import { clearOutside } from '@/components/api/chat-api';
import { useAct } from '@/components/api/use-act';
import { ShownText } from '@/components/shown/shown-text';
import type { ChatView } from '@/lib/runs/chat-view';
import { Icon } from '../ui/icon';

export interface OutsideMarkProps {
  chatId: string;
  outside: NonNullable<ChatView['outside']>;
  /** The reader is an admin. */
  mayClear: boolean;
  /** The chat has changed and is to be asked for. */
  onCleared: () => void;
}

/** Neutral: nothing waits for a decision here yet. */
export function OutsideMark({ chatId, outside, mayClear, onCleared }: OutsideMarkProps) {
  const { doing, outcome, act } = useAct();
  const clear = () =>
    act('', 'The mark stays.', async () => {
      await clearOutside(chatId);
      onCleared();
    });
  return (
    <section
      aria-label="Words from outside"
      data-testid="outside-mark"
      className="flex shrink-0 items-center gap-2.5 border-b bg-side px-4 py-[9px] text-13 text-ink-2 md:px-6"
    >
      <Icon of={Earth} className="shrink-0 self-start text-muted max-md:mt-0.5 md:self-center" />
      <div className="min-w-0 flex-1 break-words">
        <p>
          <ShownText text={outside.server} />:{' '}
          <span className="font-mono text-12">
            <ShownText text={outside.tool.slice(0, 100)} />
          </span>{' '}
          brought in words from outside your company. Until an admin clears this, changes here ask first.
        </p>
        <p role="alert" className="text-failed empty:hidden">
          {outcome?.words}
        </p>
      </div>
      {mayClear && (
        <button
          type="button"
          disabled={doing !== null}
          onClick={clear}
          title="What came in does no harm: changes run as before"
          className="-my-2 h-11 shrink-0 rounded-control border border-edge bg-raised px-3 font-medium text-ink hover:bg-soft disabled:opacity-60 md:-my-1 md:h-[30px]"
        >
          {doing !== null ? 'Clearing…' : 'Clear'}
        </button>
      )}
    </section>
  );
}
