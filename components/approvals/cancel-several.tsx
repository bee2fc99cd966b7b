'use client';
/** Cancels what is chosen, each a decision of its own. Nothing is confirmed from here: what runs is looked at one by one. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Decide } from '@/components/api/decide';
import { takeFocus } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';

/** Below the bar is the list: nothing in it moves under a finger that chooses, on the smallest phone neither. */
const ONE_LINE = 'whitespace-nowrap max-md:px-2.5';

interface CancelSeveralProps {
  /** Ids of the cards that are chosen and still wait. */
  chosen: readonly string[];
  onDecide: Decide;
  /** Called with nothing chosen any more. */
  onDone: () => void;
  className?: string | undefined;
}

export function CancelSeveral({ chosen, onDecide, onDone, className }: CancelSeveralProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [words, setWords] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const { height, hold } = useHeld(place);
  /** The buttons go with the choice: the keyboard goes on where they stood, and so does the bar. */
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
      // Below the window's edge, or above it, nobody would see what the key for it has done, nor what came of it.
      className={classes(
        'mb-1 flex min-h-[60px] flex-wrap md:min-h-[52px] items-center gap-2 py-1.5 text-13 text-muted outline-none',
        (chosen.length > 0 || height !== undefined) && 'sticky top-0 z-10 bg-page',
        className,
      )}
      style={{ minHeight: height }}
    >
      {chosen.length === 0 && words === '' && <span>{say('inbox.choose-hint')}</span>}
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
      {/* Empty it would take a line of its own where the buttons fill theirs. */}
      <p role="status" className="empty:absolute">
        {words}
      </p>
    </div>
  );
}

/**
 * From a press on the bar until the next one elsewhere it stays where it is, as high as it was: on a phone a card with a live
 * Confirm lies below it, and who presses twice would press that.
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
