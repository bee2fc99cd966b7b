'use client';
/** For a call that ran although nobody was asked about it: the rule by which it did. Calls that only read say nothing. */
import { say } from '@/components/words/say';
import { UNASKED } from '@/lib/execution/call-record';

export function UnaskedLine({ rule }: { rule: string | undefined }) {
  const known = UNASKED.find((one) => one === rule);
  if (!known) return null;
  return (
    <p data-testid="ran-unasked" data-rule={known} className="px-3 py-2.5 text-13 text-ink-2">
      {say(`ran.${known}`)}
    </p>
  );
}
