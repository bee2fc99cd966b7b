'use client';
/** The form for what may run without asking from now on. */
import { useEffect, useId, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { ShownText } from '@/components/shown/shown-text';
import { CARD_LABEL, CARD_LINE, CARD_TICK } from '@/components/ui/field';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { keptBounds } from '@/lib/grants/grant-bounds';
import type { GrantWish } from '@/lib/grants/grant-view';
import { nameOf } from '../call-name';
import { GrantBounds } from './grant-bounds';
import { dayAfter, type GrantDraft, grantDraft, MOST_DAYS, type Wished, wishOf } from './grant-draft';
import { GrantTrial } from './grant-trial';
import { grantWords } from './grant-words';

interface GrantFormProps {
  approval: ApprovalView;
  viewer: { id: string };
  /** Called at first, and with every change, with what a confirmation would include. */
  onWish(wished: Wished): void;
}

export function GrantForm({ approval, viewer, onWish }: GrantFormProps) {
  const [now] = useState(() => new Date());
  const [draft, setDraft] = useState<GrantDraft>(() => grantDraft(approval.input, now));
  const wished = wishOf(draft, approval.input, now);
  const [first] = useState(wished);
  useEffect(() => onWish(first), [first, onWish]);
  const set = (next: GrantDraft) => {
    setDraft(next);
    onWish(wishOf(next, approval.input, now));
  };
  return (
    <>
      <Scope draft={draft} now={now} onChange={set} />
      <GrantBounds draft={draft} onChange={set} />
      {wished.ok && <Sentence approval={approval} viewer={viewer} wish={wished.wish} />}
      {wished.ok && <GrantTrial approvalId={approval.id} wish={wished.wish} />}
    </>
  );
}

interface ScopeProps {
  draft: GrantDraft;
  now: Date;
  onChange(draft: GrantDraft): void;
}

function Scope({ draft, now, onChange }: ScopeProps) {
  const until = useId();
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2 py-1">
      <Where thisChat={draft.thisChat} onChange={(thisChat) => onChange({ ...draft, thisChat })} />
      <Times times={draft.times} onChange={(times) => onChange({ ...draft, times })} />
      <div>
        <label htmlFor={until} className={CARD_LABEL}>
          {say('grant.until')}
        </label>
        <input
          id={until}
          type="date"
          min={dayAfter(now, 0)}
          max={dayAfter(now, MOST_DAYS)}
          value={draft.until}
          onChange={(event) => onChange({ ...draft, until: event.target.value })}
          className={`mt-1 ${CARD_LINE} max-w-44`}
        />
      </div>
    </div>
  );
}

function Where({ thisChat, onChange }: { thisChat: boolean; onChange(thisChat: boolean): void }) {
  const name = useId();
  const choices: [words: string, value: boolean][] = [
    [say('grant.this-chat'), true],
    [say('grant.every-chat'), false],
  ];
  return (
    <fieldset>
      <legend className={CARD_LABEL}>{say('grant.where')}</legend>
      {choices.map(([words, value]) => (
        <label key={words} className="flex min-h-6 items-center gap-2 text-14 max-md:min-h-11">
          <input
            type="radio"
            name={name}
            checked={thisChat === value}
            onChange={() => onChange(value)}
            className={CARD_TICK}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

function Times({ times, onChange }: { times: string | null; onChange(times: string | null): void }) {
  const field = useId();
  const [last, setLast] = useState(times ?? '');
  const set = (text: string) => {
    setLast(text);
    onChange(text);
  };
  return (
    <div>
      <label htmlFor={field} className={CARD_LABEL}>
        {say('grant.times')}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <input
          id={field}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          disabled={times === null}
          value={last}
          onChange={(event) => set(event.target.value.trim())}
          className={`${CARD_LINE} max-w-20 disabled:text-muted`}
        />
        <label className="flex items-center gap-2 text-14 max-md:min-h-11">
          <input
            type="checkbox"
            checked={times === null}
            onChange={(event) => onChange(event.target.checked ? null : last)}
            className={CARD_TICK}
          />
          {say('grant.no-limit')}
        </label>
      </div>
    </div>
  );
}

interface SentenceProps {
  approval: ApprovalView;
  viewer: { id: string };
  wish: GrantWish;
}

/**
 * The same sentence that the server will give for the grant; with the name of the person whose calls it covers, if that
 * is not the reader.
 */
function Sentence({ approval, viewer, wish }: SentenceProps) {
  const { requestedBy } = approval;
  return (
    <div data-testid="grant-sentence" aria-live="polite" className="mt-2 text-14 text-card-ink">
      <p className="text-12 text-card-ink-2">
        {requestedBy.id === viewer.id
          ? say('grant.for-you')
          : sayWith('grant.for', { who: () => <ShownText text={requestedBy.name} /> })}
      </p>
      <LongText
        text={grantWords(nameOf(approval), keptBounds(wish.bounds, approval.input), wish)}
        name={say('grants.sentence')}
        buttonClass="border-card-ink text-card-ink"
      />
    </div>
  );
}
