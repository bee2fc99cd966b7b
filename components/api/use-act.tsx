'use client';
/** An action on a page: which one is in progress, and afterwards its outcome in words. */
import { useState } from 'react';
import { bringIntoView, takeFocusOver } from '@/components/shown/take-focus';
import { wordsOf } from './api';

export interface Outcome {
  /** What was done something about, as `act` was told. */
  about: string;
  words: string;
  isRefusal: boolean;
}

export function useAct() {
  const [doing, setDoing] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /**
   * @param notDone stands before why it was refused
   * @param work does it; resolves to what is said then, if anything
   * @returns whether it was done
   */
  const act = async (
    about: string,
    notDone: string,
    work: () => Promise<string | undefined>,
  ): Promise<boolean> => {
    setDoing(about);
    setOutcome(null);
    try {
      const words = await work();
      if (words) setOutcome({ about, words, isRefusal: false });
      return true;
    } catch (error) {
      const why = wordsOf(error);
      // What the server says itself is not said twice.
      const words = why.includes(notDone) ? why : `${notDone} ${why}`.trim();
      setOutcome({ about, words, isRefusal: true });
      return false;
    } finally {
      setDoing(null);
    }
  };
  /** The message no longer matches what the page shows. */
  const forget = () => setOutcome(null);
  return { doing, outcome, act, forget };
}

interface OutcomeLineProps {
  outcome: Outcome | null;
  /** It may be below the edge of a dialog: a refusal is scrolled into view. */
  inView?: boolean;
}

function showRefusal(element: HTMLElement | null): void {
  takeFocusOver(element);
  if (element) bringIntoView(element);
}

/** The button that was pressed may be gone, so the message takes the focus. */
export function OutcomeLine({ outcome, inView = false }: OutcomeLineProps) {
  const looks = 'mt-3 rounded-control text-14';
  return (
    <>
      <div role="status">
        {outcome && !outcome.isRefusal && (
          <p ref={takeFocusOver} tabIndex={-1} className={`${looks} text-ink`}>
            {outcome.words}
          </p>
        )}
      </div>
      {outcome?.isRefusal && (
        <p
          ref={inView ? showRefusal : takeFocusOver}
          tabIndex={-1}
          role="alert"
          className={`${looks} text-failed`}
        >
          {outcome.words}
        </p>
      )}
    </>
  );
}
