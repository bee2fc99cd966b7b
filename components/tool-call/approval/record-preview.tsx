'use client';
/**
 * The present record that a call is about: its first fields, and all of them on click. What the call would do to it is
 * unknown.
 */
import { useState } from 'react';
import { say } from '@/components/words/say';
import { ApprovalPreview } from './approval-preview';

/** Few enough to leave room for the rest of the card. */
const FIRST = 3;

export function RecordPreview({ lines, ...rest }: Parameters<typeof ApprovalPreview>[0]) {
  const [isWhole, setWhole] = useState(lines.length <= FIRST + 1);
  return (
    <>
      <ApprovalPreview lines={isWhole ? lines : lines.slice(0, FIRST)} {...rest} />
      {!isWhole && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="mt-1 min-h-6 rounded-control text-13 text-card-ink underline underline-offset-2 max-md:min-h-11"
        >
          {say('reading.all-fields', { count: lines.length })}
        </button>
      )}
    </>
  );
}
