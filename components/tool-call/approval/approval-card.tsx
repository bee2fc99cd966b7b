'use client';
/**
 * The yellow card: a call that waits for a person. It never takes the focus by itself, and its Confirm accepts a click
 * only once everything long has been opened and the card has not moved.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Decide, DecideAnswer, Deciding, Decision, DecisionDetails } from '@/components/api/decide';
import { useHaltOf } from '@/components/shown/halted';
import { valueRows } from '@/components/shown/table/value-rows';
import { takeFocusOver } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Mode } from '@/lib/runs/chat-view';
import { nameOf } from '../call-name';
import { CARD_FRAME, ON_CARD, RARE_BUTTON } from '../card-frame';

import { ArgumentForm } from '../loaded-apart';
import { foldedSteps, stepsIn } from '../plan/plan-of';
import { foldedOf, ValueList } from '../tool-input';
import { ApprovalActions, type ApprovalActionsProps } from './approval-actions';
import { ApprovalContent } from './approval-content';
import { foldedDiffs } from './approval-diff';
import { foldedLines } from './approval-preview';
import { cardRefused, changedWords, refusedWords } from './approval-words';
import { linesOf } from './preview-words';
import { foldedRehearsal } from './rehearsal-section';
import { TypedNote } from './typed-note';
import type { Typing } from './typing';
import { useShown } from './use-shown';

interface ApprovalCardProps {
  approval: ApprovalView;
  viewer: ApprovalActionsProps['viewer'];
  /** The chat's present mode. */
  mode: Mode;
  /** Expired by the reader's clock, even if the server has not said so yet. */
  expired: boolean;
  /** Next to the preview, for people who are not in the chat. */
  beside?: ReactNode;
  onDecide: Decide;
  /** Absent: the arguments cannot be changed here. */
  typing?: Typing | undefined;
}

export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, viewer, mode, expired, beside, onDecide, typing } = props;
  // The reader has changed the arguments on the previous card: the focus continues here.
  const isAwaited = approval.id === typing?.awaited;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<Deciding>(null);
  const { problem, setProblem, tell } = useProblem();
  const changed = changedWords(approval);
  const card = useShown<HTMLFieldSetElement>(approval.id);
  useEffect(() => {
    if (isAwaited) takeFocusOver(card.current);
  }, [isAwaited, card]);
  const decide = async (decision: Decision, details?: DecisionDetails) => {
    if (deciding) return;
    setDeciding(decision);
    setProblem(null);
    const answer = await onDecide(approval.id, decision, details).catch(unsent);
    if (answer.ok && !answer.waits) return;
    if (!answer.ok) tell(answer);
    setDeciding(null);
  };
  const changing = useChanging(approval, typing, expired);
  return (
    <fieldset
      ref={card}
      tabIndex={isAwaited ? -1 : undefined}
      aria-label={`${say('card.confirm')}: ${visibleString(nameOf(approval))}`}
      aria-busy={deciding !== null}
      data-testid="approval-card"
      data-waits
      data-approval-id={approval.id}
      className={CARD_FRAME}
    >
      {changed !== null && <p className="mb-2 font-medium text-13">{changed}</p>}
      <ApprovalContent
        approval={approval}
        beside={beside}
        viewer={viewer}
        onOpened={(what) => setOpened((before) => new Set(before).add(what))}
        form={changing.form}
        edits={changing.button && typing?.edits}
      />
      {changing.over && <TypedNote approval={approval} viewer={viewer} typing={changing.over} isOver />}
      <ApprovalActions
        approval={approval}
        viewer={viewer}
        expired={expired}
        refused={useRefused(mode, approval, viewer.id)}
        changing={changing.form !== undefined}
        change={changing.button}
        unseen={unseenOf(approval, opened)}
        deciding={deciding}
        problem={problem}
        onDecide={decide}
      />
    </fieldset>
  );
}

/** Why nobody can confirm it now: the chat's mode, or a halt, lets nothing of this kind run. */
function useRefused(mode: Mode, approval: ApprovalView, viewerId: string): string | null {
  const halted = useHaltOf(approval);
  return cardRefused(mode, approval) ? refusedWords(approval, viewerId) : halted;
}

/** An error, until it is retried or resolves itself. */
function useProblem() {
  const [problem, setProblem] = useState<string | null>(null);
  const tell = ({ message, over }: Extract<DecideAnswer, { ok: false }>) => {
    setProblem(message);
    void over?.then(() => setProblem((shown) => (shown === message ? null : shown)));
  };
  return { problem, setProblem, tell };
}

/** The button that opens the form, for those who have a say; or the open form. */
function useChanging(approval: ApprovalView, typing: Typing | undefined, isExpired: boolean) {
  const wasOpen = useRef(false);
  const mayOpen = Boolean(typing?.edits);
  useEffect(() => {
    if (mayOpen) void ArgumentForm.prepare();
  }, [mayOpen]);
  if (!typing?.edits) return {};
  const { draft, edits } = typing;
  if (!approval.mayCancel || approval.denied || isExpired) return { over: typing };
  // The changes are on their way to a card of their own, which may be this one.
  const isGoing = draft?.isSent && draft.cardId !== approval.id;
  if (draft && !isGoing) {
    const close = () => {
      wasOpen.current = true;
      typing.close();
    };
    return {
      form: (
        <ArgumentForm
          approval={approval}
          edits={edits}
          draft={draft}
          onChange={typing.change}
          onClose={close}
          fallback={<ValueList rows={valueRows(approval.input)} looks={ON_CARD} />}
        />
      ),
    };
  }
  const button = (
    <button
      ref={(element) => {
        if (wasOpen.current) takeFocusOver(element);
      }}
      type="button"
      aria-label={say('edit.title')}
      onClick={() => typing.open(approval.id)}
      data-opens
      className={RARE_BUTTON}
    >
      {say('card.change')}
    </button>
  );
  return { button };
}

function unsent(): DecideAnswer {
  return { ok: false, message: say('card.unsent') };
}

/** What is still folded and has to be opened before Confirm. */
function unseenOf(approval: ApprovalView, opened: ReadonlySet<string>): string[] {
  const steps = stepsIn(approval);
  if (steps) return foldedSteps(steps).filter((what) => !opened.has(what));
  const folded = [
    // The record is shown for information: it need not be affected.
    ...(approval.preview?.record === undefined ? foldedLines(linesOf(approval)) : []),
    ...foldedRehearsal(approval),
    ...foldedDiffs(approval.preview?.diffs ?? []),
    ...foldedOf(valueRows(approval.input), !approval.trusted),
  ];
  return folded.filter((what) => !opened.has(what));
}
