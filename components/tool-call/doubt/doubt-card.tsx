'use client';
/**
 * The card of a call whose outcome is unknown. It takes no focus by itself; the button that
 * runs the call once more takes a press only as Confirm does.
 */
import { useState } from 'react';
import type { DoubtHandlers, ResolveAnswer } from '@/components/api/resolve-doubt';
import { Announcement } from '@/components/shown/announcement';
import { valueRows } from '@/components/shown/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import type { Mode } from '@/lib/runs/chat-view';
import type { DoubtView, Resolution } from '@/lib/unknowns/doubt-view';
import { nameOf } from '../approval/approval-words';
import { modeRefuses } from '../approval/mode-refuses';
import { CARD_FRAME } from '../card-frame';
import { foldedOf } from '../tool-input';
import { DoubtActions } from './doubt-actions';
import { DoubtChecks } from './doubt-checks';
import { DoubtContent } from './doubt-content';

interface DoubtCardProps {
  doubt: DoubtView;
  /** It stands in a turn that is not the chat's last. */
  isPast: boolean;
  /** Of the chat, as it holds now. */
  mode: Mode;
  handlers: DoubtHandlers;
}

export function DoubtCard({ doubt, isPast, mode, handlers }: DoubtCardProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [saying, setSaying] = useState<Resolution | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const name = visibleString(nameOf(doubt));
  const say = async (resolution: Resolution) => {
    if (saying) return;
    setSaying(resolution);
    setProblem(null);
    const answer = await handlers.resolve(doubt.callId, resolution).catch(unsent);
    if (answer.ok) return;
    setProblem(answer.message);
    setSaying(null);
  };
  const folded = foldedOf(valueRows(doubt.input), !doubt.trusted);
  return (
    <>
      <Announcement words={`Nobody knows whether this took effect: ${name}`} />
      <fieldset
        aria-label={`Unknown: ${name}`}
        aria-busy={saying !== null}
        data-testid="doubt-card"
        data-call-id={doubt.callId}
        className={CARD_FRAME}
      >
        <DoubtContent doubt={doubt} onOpened={(what) => setOpened((before) => new Set(before).add(what))} />
        <DoubtChecks doubt={doubt} onCheck={handlers.check} />
        <DoubtActions
          doubt={doubt}
          isPast={isPast}
          refused={modeRefuses(mode, doubt)}
          unseen={folded.filter((what) => !opened.has(what))}
          saying={saying}
          problem={problem}
          onSay={say}
        />
      </fieldset>
    </>
  );
}

function unsent(): ResolveAnswer {
  return { ok: false, message: 'This did not reach the server. Try again.' };
}
