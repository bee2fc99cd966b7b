/** Send; during an answer, Stop, with a button beside it that queues the next message. */
import { ArrowUp, ListPlus, Square } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { useOneMeaning } from '../use-one-meaning';

export interface SendButtonProps {
  isRunning: boolean;
  isEmpty: boolean;
  /** Messages are queued behind the answer: Stop withdraws them. */
  hasQueue: boolean;
  onStop: () => void;
}

const SHAPE = 'flex size-11 shrink-0 items-center justify-center rounded-control md:size-[34px]';
const FULL = 'bg-act text-on-act hover:opacity-90';

/**
 * One button for both, and never `disabled`: a person who stopped an answer with the keyboard keeps the focus when Stop
 * becomes Send. With nothing to send, a click does nothing (`Composer`).
 */
export function SendButton({ isRunning, isEmpty, hasQueue, onStop }: SendButtonProps) {
  const label = isRunning ? say('composer.stop') : say('composer.send');
  const isIdle = isEmpty && !isRunning;
  const press = useOneMeaning(isRunning, () => isRunning && onStop());
  return (
    <div className="ml-auto flex shrink-0 gap-1.5 max-[479px]:order-1 max-[479px]:p-1">
      {isRunning && !isEmpty && (
        <IconButton label={say('composer.queue')} type="submit" className="border border-edge">
          <Icon of={ListPlus} />
        </IconButton>
      )}
      <button
        type={isRunning ? 'button' : 'submit'}
        aria-label={label}
        title={isRunning && hasQueue ? say('composer.stop-all') : label}
        aria-disabled={isIdle || undefined}
        {...press}
        className={classes(SHAPE, isIdle ? 'cursor-default bg-soft text-muted' : FULL)}
      >
        {isRunning ? <Icon of={Square} size={12} className="shrink-0 fill-current" /> : <Icon of={ArrowUp} />}
      </button>
    </div>
  );
}
