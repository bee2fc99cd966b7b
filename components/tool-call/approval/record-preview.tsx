'use client';
/** The record that a call is about, as it is now: its first fields, and all of them at a press. What the call would do to it nobody says. */
import { useState } from 'react';
import { say } from '@/components/words/say';
import { ApprovalPreview } from './approval-preview';

/** As many as leave a card its room. */
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
