'use client';
/**
 * The card of a call whose outcome is unknown. It takes no focus by itself; the button that runs the call again accepts
 * presses under the same conditions as Confirm.
 */
import { useState } from 'react';
import type { ResolveAnswer, UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { Announcement } from '@/components/shown/announcement';
import { valueRows } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { Mode } from '@/lib/runs/chat-view';
import type { Resolution, UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { modeRefuses } from '../approval/approval-words';
import { nameOf } from '../call-name';
import { CARD_FRAME } from '../card-frame';
import { foldedOf } from '../tool-input';
import { UnknownCallActions } from './unknown-call-actions';
import { UnknownCallChecks } from './unknown-call-checks';
import { UnknownCallContent } from './unknown-call-content';

interface UnknownCallCardProps {
  unknownCall: UnknownCallView;
  /** It is in a turn other than the chat's last. */
  isPast: boolean;
  /** The chat's current mode. */
  mode: Mode;
  handlers: UnknownCallHandlers;
}

export function UnknownCallCard({ unknownCall, isPast, mode, handlers }: UnknownCallCardProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [saying, setSaying] = useState<Resolution | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const name = visibleString(nameOf(unknownCall));
  const resolve = async (resolution: Resolution) => {
    if (saying) return;
    setSaying(resolution);
    setProblem(null);
    const answer = await handlers.resolve(unknownCall.callId, resolution).catch(unsent);
    if (answer.ok) return;
    setProblem(answer.message);
    setSaying(null);
  };
  const folded = foldedOf(valueRows(unknownCall.input), !unknownCall.trusted);
  return (
    <>
      <Announcement words={say('doubt.announced', { name })} />
      <fieldset
        aria-label={say('doubt.card', { name })}
        aria-busy={saying !== null}
        data-testid="doubt-card"
        data-waits
        data-call-id={unknownCall.callId}
        className={CARD_FRAME}
      >
        <UnknownCallContent
          unknownCall={unknownCall}
          onOpened={(what) => setOpened((before) => new Set(before).add(what))}
        />
        <UnknownCallChecks unknownCall={unknownCall} onCheck={handlers.check} />
        <UnknownCallActions
          unknownCall={unknownCall}
          isPast={isPast}
          refused={modeRefuses(mode, unknownCall)}
          unseen={folded.filter((what) => !opened.has(what))}
          saying={saying}
          problem={problem}
          onSay={resolve}
        />
      </fieldset>
    </>
  );
}

function unsent(): ResolveAnswer {
  return { ok: false, message: say('doubt.unsent') };
}
