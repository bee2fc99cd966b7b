'use client';
/** The foot of the card of an unknown outcome: what keeps it closed, and the three things that a person can say. */
import { useId } from 'react';
import { ConfirmButton } from '@/components/shown/confirm-button';
import { ShownText } from '@/components/shown/shown-text';
import type { Resolution, UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { WHO_MAY_RESOLVE } from './unknown-call-words';

interface UnknownCallActionsProps {
  unknownCall: UnknownCallView;
  /** The chat has gone on since: what should run has to be asked for again. */
  isPast: boolean;
  /** The chat's mode lets nothing of this kind run. */
  refused: boolean;
  /** Names of what still has to be opened before it may run. */
  unseen: string[];
  /** What is on its way to the server. */
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
        <Why mayResolve={may} isKnown={isKnown} {...{ isPast, refused, unseen }} />
      </p>
      <div className="mt-2.5 grid grid-cols-3 gap-2 stacked:grid-cols-1">
        <SayButton label="Leave it" as="left" may={may} saying={saying} onSay={onSay} />
        <SayButton label="It happened" as="happened" may={may} saying={saying} onSay={onSay} />
        <ConfirmButton
          open={may && !isPast && !isKnown && !refused && unseen.length === 0}
          busy={saying !== null}
          describedBy={why}
          className={BUTTON}
          // Who stopped it hardly wants it to run: the click counts as before, and nothing invites to it.
          isQuiet={unknownCall.stopped === true}
          onConfirm={() => onSay('rerun')}
        >
          It did not happen, run it
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

/** While something is on its way it only ignores input: a button disabled under the keyboard loses its place. */
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
  /** Its answer came after all. */
  isKnown: boolean;
}

function Why({ mayResolve, isPast, isKnown, refused, unseen }: WhyProps) {
  if (!mayResolve) return WHO_MAY_RESOLVE;
  if (isKnown) return 'Its answer came, so it took effect: it is not run once more.';
  if (isPast) return 'The chat has gone on since. To run it after all, ask for it again below.';
  if (refused) return 'Plan mode: it cannot be run until the mode is switched.';
  const [first] = unseen;
  if (first === undefined) return '“Run it” sends the call once more: that click is a new decision.';
  if (unseen.length > 1) return `Open the ${unseen.length} folded values in full to run it.`;
  return (
    <>
      Open{' '}
      <span className="font-mono">
        <ShownText text={first} />
      </span>{' '}
      in full to run it.
    </>
  );
}
