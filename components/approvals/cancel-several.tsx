'use client';
/**
 * Cancels the chosen cards, each as a decision of its own. There is no way to confirm several here: what runs is
 * reviewed one by one.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Decide } from '@/components/api/decide';
import { takeFocus } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';

/** The list is below the bar: it must not shift under a finger that is choosing, even on the smallest phone. */
const ONE_LINE = 'whitespace-nowrap max-md:px-2.5';

interface CancelSeveralProps {
  /** Ids of the chosen cards that are still pending. */
  chosen: readonly string[];
  /** There are several to choose from. */
  hasChoice: boolean;
  onDecide: Decide;
  /** Called when the choice is to be cleared. */
  onDone: () => void;
  className?: string | undefined;
}

export function CancelSeveral({ chosen, hasChoice, onDecide, onDone, className }: CancelSeveralProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [words, setWords] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const { height, hold } = useHeld(place);
  /** The buttons disappear with the choice: the focus moves to the bar, and the bar stays in place. */
  const keepPlace = () => {
    if (place.current?.contains(document.activeElement)) takeFocus(place.current);
    hold();
  };
  const cancel = async () => {
    keepPlace();
    setIsBusy(true);
    setWords('');
    let failed = 0;
    for (const id of chosen) {
      const answer = await onDecide(id, 'cancel').catch(() => ({ ok: false }));
      if (!answer.ok) failed += 1;
    }
    setIsBusy(false);
    const count = chosen.length - failed;
    setWords(failed > 0 ? say('inbox.some-cancelled', { count, failed }) : say('inbox.cancelled', { count }));
    onDone();
  };
  return (
    <div
      ref={place}
      tabIndex={-1}
      // Sticky: outside the window nobody would see what the key has done, or the result.
      className={classes(
        'mb-1 flex min-h-[60px] flex-wrap md:min-h-[52px] items-center gap-2 py-1.5 text-13 text-muted outline-none',
        (chosen.length > 0 || height !== undefined) && 'sticky top-0 z-10 bg-page',
        className,
      )}
      style={{ minHeight: height }}
    >
      {hasChoice && chosen.length === 0 && words === '' && <span>{say('inbox.choose-hint')}</span>}
      <span aria-live="polite" className="whitespace-nowrap">
        {chosen.length > 0 ? say('inbox.chosen', { count: chosen.length }) : ''}
      </span>
      {chosen.length > 0 && (
        <>
          <Button disabled={isBusy} onClick={cancel} className={ONE_LINE}>
            {say('inbox.cancel-chosen')}
          </Button>
          <Button
            disabled={isBusy}
            className={ONE_LINE}
            onClick={() => {
              keepPlace();
              onDone();
            }}
          >
            {say('inbox.choose-none')}
          </Button>
        </>
      )}
      {/* When empty it would wrap onto a line of its own if the buttons fill theirs. */}
      <p role="status" className="empty:absolute">
        {words}
      </p>
    </div>
  );
}

/**
 * From a press on the bar until the next one elsewhere, the bar keeps its place and height: on a phone a card with a
 * live Confirm lies below it, and a double press would hit that.
 */
function useHeld(place: RefObject<HTMLElement | null>): { height: number | undefined; hold: () => void } {
  const [height, setHeight] = useState<number>();
  const isHeld = height !== undefined;
  useEffect(() => {
    if (!isHeld) return;
    const press = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) setHeight(undefined);
    };
    document.addEventListener('click', press);
    return () => document.removeEventListener('click', press);
  }, [isHeld, place]);
  return { height, hold: () => setHeight(place.current?.offsetHeight ?? 0) };
}
