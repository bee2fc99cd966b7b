'use client';
/** For each argument of a call, the values it may have in granted calls. */
import { useId } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { CARD_LABEL, CARD_LINE } from '@/components/ui/field';
import { say, sayWith } from '@/components/words/say';
import type { BoundDraft, GrantDraft } from './grant-draft';

interface GrantBoundsProps {
  draft: GrantDraft;
  onChange(draft: GrantDraft): void;
}

export function GrantBounds({ draft, onChange }: GrantBoundsProps) {
  const change = (changed: BoundDraft) => {
    const bounds = draft.bounds.map((bound) => (bound.argument === changed.argument ? changed : bound));
    onChange({ ...draft, bounds });
  };
  return (
    <>
      {draft.bounds.map((bound) => (
        <BoundRow key={bound.argument} bound={bound} onChange={change} />
      ))}
      <p className="mt-1 text-13 text-card-ink-2">
        {draft.unbounded.length > 0 && (
          <>
            {sayWith('grant.as-it-stands', {
              names: () => (
                <span className="wrap-anywhere font-mono">
                  <ShownText text={draft.unbounded.join(', ')} />
                </span>
              ),
            })}{' '}
          </>
        )}
        {say('grant.no-other')}
      </p>
    </>
  );
}

type BoundKind = BoundDraft['is'][number] | 'any';

function BoundRow({ bound, onChange }: { bound: BoundDraft; onChange(bound: BoundDraft): void }) {
  const id = useId();
  const name = visibleString(bound.argument);
  const isLimit = bound.choice === 'most' || bound.choice === 'least';
  const choices: BoundKind[] = [...bound.is, 'any'];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <label
        htmlFor={id}
        className={`${CARD_LABEL} wrap-anywhere w-[128px] hyphens-auto shrink-0 font-mono max-md:w-full`}
      >
        <ShownText text={bound.argument} />
      </label>
      <select
        id={id}
        value={bound.choice ?? ''}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice === event.target.value);
          if (chosen) onChange({ ...bound, choice: chosen });
        }}
        className={`${CARD_LINE} max-w-40`}
      >
        {bound.choice === null && <option value="">{say('field.choose')}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {say(`grant.bound.${choice}`)}
          </option>
        ))}
      </select>
      {isLimit && (
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`${name} ${say(`grant.bound.${bound.choice ?? 'any'}`)}`}
          value={bound.limit}
          onChange={(event) => onChange({ ...bound, limit: event.target.value })}
          className={`${CARD_LINE} max-w-40 font-mono text-13`}
        />
      )}
      {bound.choice === 'equal' && <Exactly value={String(bound.value)} />}
    </div>
  );
}

/** The value is shown in full among the arguments above. */
function Exactly({ value }: { value: string }) {
  return (
    <span className="min-w-0 flex-1 truncate font-mono text-13">
      <ShownText text={value} />
    </span>
  );
}
