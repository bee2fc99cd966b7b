/** Lists of what a person has issued and can revoke: their look, and their ended entries. */
import type { ReactNode } from 'react';

const ROWS = 'divide-y divide-line rounded-table border bg-raised';
/** Of the list of active entries. */
export const ENTRIES = `mt-6 ${ROWS}`;

interface OverProps {
  testId: string;
  /** The number, and how they may have ended. */
  words: string;
  children: ReactNode;
}

/** The entries that are no longer active, folded. */
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
