'use client';
/** The foot of the card of an unknown outcome: the reasons why it is closed, and the three possible answers. */
import { useId } from 'react';
import { ConfirmButton } from '@/components/shown/confirm-button';
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { Resolution, UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { unseenName } from '../tool-input';

interface UnknownCallActionsProps {
  unknownCall: UnknownCallView;
  /** The chat has gone on since: what should run has to be requested again. */
  isPast: boolean;
  /** The chat's mode refuses calls of this kind. */
  refused: boolean;
  /** Names of values that still have to be opened before it may run. */
  unseen: string[];
  /** The answer that is being sent. */
  saying: Resolution | null;
  problem: string | null;
  onSay(resolution: Resolution): void;
}

const BUTTON = 'min-h-10 min-w-0 rounded-control border px-2 py-1.5 font-semibold text-14 max-md:min-h-11';

export function UnknownCallActions(props: UnknownCallActionsProps) {
  const { unknownCall, isPast, refused, unseen, saying, problem, onSay } = props;
  const why = useId();
  const may = unknownCall.mayResolve;
  const isKnown = unknownCall.late !== null;
  return (
    <footer className="mt-[11px] border-card-line border-t pt-[11px]">
      {problem !== null && (
        <p role="alert" className="mb-2 break-words font-medium text-14 text-card-ink">
          <ShownText text={problem} />
        </p>
      )}
      <p id={why} className="break-words text-13 text-card-ink-2">
        <Why mayResolve={may} isKnown={isKnown} isPast={isPast} refused={refused} unseen={unseen} />
      </p>
      <div className="mt-2.5 grid grid-cols-3 gap-2 stacked:grid-cols-1">
        <SayButton label={say('doubt.leave')} as="left" may={may} saying={saying} onSay={onSay} />
        <SayButton label={say('doubt.happened')} as="happened" may={may} saying={saying} onSay={onSay} />
        <ConfirmButton
          open={may && !isPast && !isKnown && !refused && unseen.length === 0}
          busy={saying !== null}
          describedBy={why}
          className={BUTTON}
          // A person who stopped it will hardly want it to run: the click counts as before, but the button does not
          // invite it.
          isQuiet={unknownCall.stopped === true}
          onConfirm={() => onSay('rerun')}
        >
          {say('doubt.rerun')}
        </ConfirmButton>
      </div>
    </footer>
  );
}

interface SayButtonProps {
  label: string;
  as: Resolution;
  may: boolean;
  saying: Resolution | null;
  onSay(resolution: Resolution): void;
}

/** While an answer is being sent it only ignores input: a button that becomes disabled loses the focus. */
function SayButton({ label, as, may, saying, onSay }: SayButtonProps) {
  return (
    <button
      type="button"
      disabled={!may}
      aria-disabled={saying !== null}
      onClick={() => saying === null && onSay(as)}
      className={`${BUTTON} border-quiet-edge bg-quiet text-ink disabled:border-dashed`}
    >
      {label}
    </button>
  );
}

interface WhyProps extends Pick<UnknownCallActionsProps, 'isPast' | 'refused' | 'unseen'> {
  mayResolve: boolean;
  /** Its result arrived after all. */
  isKnown: boolean;
}

function Why({ mayResolve, isPast, isKnown, refused, unseen }: WhyProps) {
  if (!mayResolve) return say('doubt.who-may');
  if (isKnown) return say('doubt.is-known');
  if (isPast) return say('doubt.is-past');
  if (refused) return say('doubt.plan');
  const [first] = unseen;
  if (first === undefined) return say('doubt.sends-again');
  if (unseen.length > 1) return say('doubt.open-several', { count: unseen.length });
  return sayWith('doubt.open-one', {
    what: () => (
      <span className="font-mono">
        <ShownText text={unseenName(first)} />
      </span>
    ),
  });
}
