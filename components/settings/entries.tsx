/** Lists of what a person has given and can take back: how it looks, and what is over. */
import type { ReactNode } from 'react';

const ROWS = 'divide-y divide-line rounded-table border bg-raised';
/** Of the list of what still holds. */
export const ENTRIES = `mt-6 ${ROWS}`;

interface OverProps {
  testId: string;
  /** How many, and how they may have ended. */
  words: string;
  children: ReactNode;
}

/** What does not hold any more, folded. */
export function Over({ testId, words, children }: OverProps) {
  return (
    <details className="mt-8" data-testid={testId}>
      <summary className="w-fit rounded-control py-1 text-14 text-ink-2 max-md:min-h-11 max-md:py-3">
        {words}
      </summary>
      <ul className={`mt-2 ${ROWS}`}>{children}</ul>
    </details>
  );
}
