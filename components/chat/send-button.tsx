/** Send, or Stop while an answer is being written. */
import { ArrowUp, Square } from 'lucide-react';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';

export interface SendButtonProps {
  isRunning: boolean;
  isEmpty: boolean;
  onStop: () => void;
}

const SHAPE = 'flex size-11 shrink-0 items-center justify-center rounded-control md:size-[34px]';
const FULL = 'bg-act text-on-act hover:opacity-90';

export function SendButton({ isRunning, isEmpty, onStop }: SendButtonProps) {
  if (isRunning) {
    return (
      <button type="button" aria-label="Stop" title="Stop" onClick={onStop} className={classes(SHAPE, FULL)}>
        <Icon of={Square} size={12} className="shrink-0 fill-current" />
      </button>
    );
  }
  return (
    <button
      type="submit"
      aria-label="Send"
      title="Send"
      disabled={isEmpty}
      className={classes(SHAPE, isEmpty ? 'cursor-default bg-soft text-muted' : FULL)}
    >
      <Icon of={ArrowUp} />
    </button>
  );
}
