'use client';
/** The foot of a card: who asked and until when, what blocks Confirm, the reason, Cancel and Confirm. */
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { Deciding, Decision, DecisionDetails } from '@/components/api/decide';
import { ConfirmButton } from '@/components/shown/confirm-button';
import { Moment } from '@/components/shown/moment';
import { onEscape } from '@/components/shown/on-escape';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus, takeFocusOver } from '@/components/shown/take-focus';
import { useNarrow } from '@/components/ui/use-narrow';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { RARE_BUTTON } from '../card-frame';
import { useGranting } from '../grant/grant-disclosure';
import { unseenName } from '../tool-input';
import { deniedWords, nobodyCan, whoCanDecide } from './approval-words';
import { type StepUpViewer, useStepUp } from './step-up';

export interface ApprovalActionsProps {
  approval: ApprovalView;
  viewer: { id: string } & StepUpViewer;
  expired: boolean;
  /** Why nothing of this kind runs now; null if it may. */
  refused: string | null;
  /** The form for changing arguments is open. */
  changing: boolean;
  /** The button that opens it. */
  change?: ReactNode;
  /** Names of what still has to be opened. */
  unseen: string[];
  deciding: Deciding;
  problem: string | null;
  onDecide(decision: Decision, details?: DecisionDetails): void;
}

const BUTTON = 'min-h-10 min-w-[116px] rounded-control border px-3 font-semibold text-14 max-md:min-h-11';

export function ApprovalActions(props: ApprovalActionsProps) {
  const { approval, viewer, expired, refused, changing, change, unseen, deciding, problem, onDecide } = props;
  const [reason, setReason] = useState<string | null>(null);
  const wasOpen = useRef(false);
  const why = useId();
  const may = approval.mayDecide && !expired;
  const mayCancel = approval.mayCancel && !expired;
  const { opener, form, wish, complaint } = useGranting(approval, viewer, may);
  const isReady = refused === null && !changing && complaint === null && unseen.length === 0;
  const stepUp = useStepUp(approval, viewer, may);
  const confirm = () => stepUp.show((shown) => onDecide('confirm', detailsOf({ ...shown, grant: wish })));
  const isNarrow = useNarrow();
  const rare = (
    <Rare key="rare">
      {change}
      {opener}
      {mayCancel && reason === null && <GiveReason wasOpen={wasOpen} onClick={() => setReason('')} />}
    </Rare>
  );
  return (
    // On phones Cancel and Confirm follow what would happen, and the rest follows them: before hydration by CSS alone.
    <div className="max-[479px]:flex max-[479px]:flex-col">
      {problem !== null && (
        <p role="alert" className="mt-3 font-medium text-14 text-card-ink">
          {problem}
        </p>
      )}
      {!isNarrow && rare}
      {form}
      {reason !== null && mayCancel && (
        <ReasonField
          reason={reason}
          onChange={setReason}
          onClose={() => {
            wasOpen.current = true;
            setReason(null);
          }}
        />
      )}
      {stepUp.field}
      <footer className="mt-3.5 flex items-end justify-between gap-x-4 gap-y-3 stacked:mt-3 stacked:flex-col stacked:items-stretch">
        <div className="min-w-0 text-13 text-card-ink-2 leading-[19px]">
          <Asked approval={approval} viewer={viewer} expired={expired} />
          <p id={why} className="break-words">
            <Why
              approval={approval}
              viewer={viewer}
              expired={expired}
              refused={refused}
              changing={changing}
              complaint={complaint}
              unseen={unseen}
            />
          </p>
          <ConfirmedBy approval={approval} viewer={viewer} />
        </div>
        <Buttons
          deciding={deciding}
          why={why}
          mayCancel={mayCancel}
          mayConfirm={may && isReady && stepUp.isGiven && !stepUp.isAsking}
          confirmWords={wish ? say('card.confirm-and-allow') : say('card.confirm')}
          onCancel={() => onDecide('cancel', detailsOf({ reason: reason?.trim() }))}
          onConfirm={confirm}
        />
      </footer>
      {isNarrow && rare}
    </div>
  );
}

/** Without absent entries; nothing if none is left. */
function detailsOf(
  details: {
    [Name in keyof DecisionDetails]: DecisionDetails[Name] | false | null;
  },
): DecisionDetails | undefined {
  const given = Object.entries(details).filter(([, value]) => Boolean(value));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

interface ButtonsProps {
  deciding: Deciding;
  /** Id of the line that says why Confirm is blocked. */
  why: string;
  mayCancel: boolean;
  mayConfirm: boolean;
  confirmWords: string;
  onCancel(): void;
  onConfirm(): void;
}

function Buttons({ deciding, why, mayCancel, mayConfirm, confirmWords, onCancel, onConfirm }: ButtonsProps) {
  return (
    <div className="grid shrink-0 auto-cols-fr grid-flow-col gap-2 max-[479px]:order-first">
      <button
        type="button"
        disabled={!mayCancel || deciding !== null}
        onClick={onCancel}
        className={`${BUTTON} border-quiet-edge bg-quiet text-ink disabled:border-dashed`}
      >
        {deciding === 'cancel' ? say('card.cancelling') : say('card.cancel')}
      </button>
      <ConfirmButton
        open={mayConfirm}
        busy={deciding !== null}
        describedBy={why}
        className={BUTTON}
        onConfirm={onConfirm}
      >
        {deciding === 'confirm' ? say('card.confirming') : confirmWords}
      </ConfirmButton>
    </div>
  );
}

function Asked({ approval, viewer, expired }: Pick<ApprovalActionsProps, 'approval' | 'viewer' | 'expired'>) {
  const { requestedBy, requestedAt, expiresAt } = approval;
  const isYours = requestedBy.id === viewer.id;
  const place = approval.through ? 'client' : 'chat';
  const who = (words: ReactNode) => (
    <span className="font-semibold">{isYours ? words : <ShownText text={requestedBy.name} />}</span>
  );
  return (
    <p>
      {sayWith(isYours ? `card.you-asked.${place}` : `card.asked.${place}`, {
        who,
        when: () => <Moment iso={requestedAt} sentence />,
      })}
      {', '}
      {sayWith(expired ? 'card.was-open' : 'card.open', { when: () => <Moment iso={expiresAt} /> })}
    </p>
  );
}

/** Who has confirmed, if it takes more than one. */
function ConfirmedBy({ approval, viewer }: Pick<ApprovalActionsProps, 'approval' | 'viewer'>) {
  const [first] = approval.confirmedBy;
  if (!first || approval.requirement !== 'two_admins') return null;
  return (
    <p data-testid="approval-confirmations">
      {first.id === viewer.id
        ? say('card.one-of-two-you')
        : sayWith('card.one-of-two', { who: () => <ShownText text={first.name} /> })}
    </p>
  );
}

/** Why it asks; or, if something blocks Confirm, what that is. */
function Why({
  approval,
  viewer,
  expired,
  refused,
  changing,
  complaint,
  unseen,
}: Omit<ApprovalActionsProps, 'deciding' | 'problem' | 'onDecide'> & { complaint: string | null }) {
  if (expired) return say('card.over');
  if (approval.denied) return <ShownText text={deniedWords(approval)} />;
  const lacking = nobodyCan(approval, viewer.id);
  if (!approval.mayDecide) {
    // By then it has been said whom the policy asks, but not why an owner is asked.
    const reason = approval.requirement === 'ask' ? ` ${told(approval.reason)}` : '';
    return <ShownText text={`${lacking ?? whoCanDecide(approval, viewer.id)}${reason}`} />;
  }
  if (refused !== null) return <ShownText text={refused} />;
  if (changing) return say('card.changing');
  if (complaint !== null) return <ShownText text={complaint} />;
  const [first] = unseen;
  if (first === undefined) {
    const reason = told(approval.reason);
    return <ShownText text={lacking === null ? reason : `${lacking} ${reason}`} />;
  }
  if (unseen.length > 1) return say('card.open-several', { count: unseen.length });
  return sayWith('card.open-one', {
    what: () => (
      <span className="font-mono">
        <ShownText text={unseenName(first)} />
      </span>
    ),
  });
}

/** Rare actions on a card take one line until they are used. */
function Rare({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap gap-x-4 empty:hidden max-md:mt-1 max-md:-mb-2 max-[479px]:order-last">
      {children}
    </div>
  );
}

/** @param wasOpen its field was here, and had the focus */
function GiveReason({ wasOpen, onClick }: { wasOpen: RefObject<boolean>; onClick(): void }) {
  return (
    <button
      ref={(element) => {
        if (wasOpen.current) takeFocusOver(element);
      }}
      type="button"
      onClick={onClick}
      data-opens
      className={RARE_BUTTON}
    >
      {say('card.give-reason')}
    </button>
  );
}

interface ReasonFieldProps {
  reason: string;
  onChange(reason: string): void;
  onClose(): void;
}

/** What the person who cancels wants the agent to know. Enter is a new line here, never a decision. */
function ReasonField({ reason, onChange, onClose }: ReasonFieldProps) {
  const field = useId();
  return (
    <div className="mt-3">
      <label htmlFor={field} className="font-medium text-12 text-card-ink-2">
        {say('card.reason')}
      </label>
      <textarea
        ref={takeFocus}
        id={field}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onEscape(onClose)}
        className="mt-1 block w-full resize-y rounded-control border border-quiet-edge bg-page px-3 py-2 text-14 text-ink max-md:text-16"
      />
    </div>
  );
}
