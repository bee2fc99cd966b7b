/** A value that a page shows only once, to be copied: a token, a link. */
import { takeFocus } from '@/components/shown/take-focus';
import { CopyButton } from './tokens/connect-client';

interface ShownOnceProps {
  /** Says what it is, and that it is not shown again. */
  words: string;
  text: string;
  /** For screen readers, as in "Copy the link". */
  what: string;
  testId: string;
}

/** The person has just requested it: it takes the focus and is scrolled into view. */
function comeTo(element: HTMLElement | null): void {
  takeFocus(element);
  element?.parentElement?.scrollIntoView?.({ block: 'nearest' });
}

export function ShownOnce({ words, text, what, testId }: ShownOnceProps) {
  return (
    <div className="mt-6 rounded-table border border-edge bg-raised px-4 py-4">
      <p ref={comeTo} tabIndex={-1} className="break-words rounded-control font-medium text-14">
        {words}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <code data-testid={testId} className="min-w-0 break-all font-mono text-13 text-ink">
          {text}
        </code>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
