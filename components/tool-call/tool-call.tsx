'use client';
/**
 * One tool call: a quiet row that is a button, below it the slot of its card or decision, then, when opened, its
 * arguments and its result, and last the card of a call whose outcome is unknown. Nothing changes its place between
 * states.
 */
import { type RefObject, useEffect, useId, useState } from 'react';
import type { AnswerForm } from '@/components/api/answer';
import type { Decide } from '@/components/api/decide';
import type { EditHandlers } from '@/components/api/edit';
import type { UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { useFocusHandover } from '@/components/shown/use-focus-handover';
import { say } from '@/components/words/say';
import type { CallOutput } from '@/lib/execution/call-record';
import type { CallMetadata, Mode } from '@/lib/runs/chat-view';
import { undoOf } from '@/lib/runs/orders/taken-back';
import { AllowedAheadLine } from './approval/allowed-ahead';
import { WaitingCard } from './approval/approval-slot';
import { DecisionLine } from './approval/decision-line';
import { TypedNote } from './approval/typed-note';
import { useTyping } from './approval/typing';
import { UnaskedLine } from './approval/unasked-line';
import { useExpired } from './approval/use-expired';
import { CallLogLines } from './call-log';
import { nameOf } from './call-name';
import { CallProgress, type StopCall } from './call-progress';
import { CallRow } from './call-row';
import { callStatus, statusWord } from './call-status';
import type { CallFacts } from './call-view';
import { failureLine } from './failure-line';
import {
  AppSlot,
  BeforeAfter,
  CallDetails,
  CallForms,
  HeldCall,
  ResultMedia,
  ShownResult,
  UnknownCallCard,
} from './loaded-apart';
import { isShowing } from './show/showing';
import { mediaIn } from './shown-media';
import { SubAgentSlot } from './sub-agent-slot';
import { UnknownCallLine } from './unknown/unknown-call-line';

export interface ToolCallProps {
  facts: CallFacts;
  viewer: { id: string };
  /** It is in a turn other than the chat's last. */
  isPast: boolean;
  /** It is open from the beginning. */
  ordered?: boolean | undefined;
  /** The chat's current mode. */
  mode: Mode;
  onDecide: Decide;
  unknownCalls: UnknownCallHandlers;
  edits?: EditHandlers | undefined;
  /** Absent: the reader may not answer what a server asks. */
  onAnswer?: AnswerForm | undefined;
  /** Absent: the reader may not stop one. */
  onStopCall?: StopCall | undefined;
}

export function ToolCall(props: ToolCallProps) {
  const { facts, viewer, isPast, mode, unknownCalls, onStopCall } = props;
  const { part, metadata, call, approval, unknownCall, forms } = facts;
  const [toggled, setOpen] = useState<boolean | null>(null);
  // Its result is all there is to read; before that its card, or its row, says more.
  const open = toggled ?? (props.ordered === true && part.state === 'output-available');
  const details = useId();
  // Loaded beforehand, so that the row opens without a delay.
  useEffect(() => void CallDetails.prepare(), []);
  const state = useCallState(facts);
  const { status } = state;
  const decision = useFocusHandover(approval !== undefined && approval.status !== 'pending');
  const finding = useFocusHandover(Boolean(unknownCall?.resolution));
  const decide: Decide = (...sent) => decision.note(props.onDecide(...sent));
  const resolve: UnknownCallHandlers['resolve'] = (...said) => finding.note(unknownCalls.resolve(...said));
  return (
    <div
      data-testid="tool-call"
      data-call={part.toolCallId}
      data-tool={metadata.tool}
      data-server={metadata.server}
      data-status={status}
      className={`relative min-w-0 ${approval || unknownCall || forms || open ? 'not-last:mb-2' : ''}`}
    >
      <Row facts={facts} state={state} open={open} controls={details} onToggle={() => setOpen(!open)} />
      {status === 'executing' && !state.stands && call && (
        <CallProgress call={call} metadata={metadata} onStop={onStopCall} />
      )}
      <Asked {...props} expired={state.expired} onDecide={decide} />
      <Folded
        facts={facts}
        viewer={viewer}
        open={open}
        details={details}
        done={status === 'success'}
        decision={decision.opener}
        finding={finding.opener}
      />
      <Shown facts={facts} mode={mode} open={open} state={state} />
      {forms && <CallForms name={nameOf(metadata)} forms={forms} viewer={viewer} onAnswer={props.onAnswer} />}
      {unknownCall && !unknownCall.resolution && (
        <div className="mt-2">
          <UnknownCallCard
            key={unknownCall.callId}
            unknownCall={unknownCall}
            isPast={isPast}
            mode={mode}
            handlers={{ ...unknownCalls, resolve }}
          />
        </div>
      )}
    </div>
  );
}

type CallState = ReturnType<typeof useCallState>;

interface RowProps {
  facts: CallFacts;
  state: CallState;
  open: boolean;
  /** Id of what the row opens. */
  controls: string;
  onToggle(): void;
}

function Row({ facts: { part, metadata, call }, state, open, controls, onToggle }: RowProps) {
  const { status, word, waits, stands } = state;
  return (
    <CallRow
      metadata={metadata}
      status={status}
      word={word}
      waits={waits}
      open={open}
      undo={undoOf(part, call)}
      reason={status === 'error' && !open ? failureLine(part, metadata.trusted) : null}
      // Its own timer is paused meanwhile.
      call={stands ? undefined : call}
      controls={controls}
      onToggle={onToggle}
    />
  );
}

/** The card that waits for a decision; of a decided one, what a person added to it, and the hold. */
function Asked({ facts, viewer, mode, edits, expired, onDecide }: ToolCallProps & { expired: boolean }) {
  const { call, approval } = facts;
  const typing = useTyping(edits);
  if (!approval) return null;
  if (approval.status === 'pending') {
    return (
      <div className="mt-1">
        <WaitingCard
          approval={approval}
          viewer={viewer}
          mode={mode}
          expired={expired}
          typing={typing}
          onDecide={onDecide}
        />
      </div>
    );
  }
  return (
    <>
      <TypedNote approval={approval} viewer={viewer} typing={typing} />
      {approval.held && !call && <HeldCall key={`held ${approval.id}`} approval={approval} />}
    </>
  );
}

interface ShownProps extends Pick<ToolCallProps, 'facts' | 'mode'> {
  open: boolean;
  state: CallState;
}

/** What is visible of a call beside its details: its sub-agent, images, charts, and a page of its server. */
function Shown({ facts: { part, metadata, call }, mode, open, state }: ShownProps) {
  const [isNew] = useState(part.state !== 'output-available');
  return (
    <>
      {call?.subAgent && (open || state.status === 'executing') && (
        <SubAgentSlot
          place={call.subAgent}
          name={nameOf(metadata)}
          mode={mode}
          isOpen={open}
          onWaits={state.setWaitsBelow}
        />
      )}
      {!open && <Media part={part} metadata={metadata} />}
      {isShowing(metadata) && part.state === 'output-available' && <ShownResult output={part.output} />}
      {call?.shownBy && part.state === 'output-available' && (
        <AppSlot
          callId={call.shownBy}
          metadata={metadata}
          mode={mode}
          isNew={isNew}
          isOpen={open}
          onWaits={state.setWaitsBelow}
          input={part.input}
          output={part.output as CallOutput}
        />
      )}
    </>
  );
}

/** The call's state, and the word for it; whether it is paused until a person has answered. */
function useCallState({ part, call, rehearsing, approval, unknownCall, forms }: CallFacts) {
  /** A sub-agent that the call has begun waits for a person. */
  const [waitsBelow, setWaitsBelow] = useState(false);
  const expired = useExpired(approval);
  const standing = approval && {
    mayDecide: approval.mayDecide,
    denied: approval.denied,
    status: expired ? ('expired' as const) : approval.status,
  };
  const status = callStatus({ part, call, approval: standing, resolution: unknownCall?.resolution });
  const isUnderWay = status === 'executing';
  const asks = isUnderWay && forms?.some((form) => form.status === 'open') === true;
  const asksBelow = isUnderWay && waitsBelow;
  const isHeld = isUnderWay && !call && Boolean(approval?.held);
  const asked = asks ? say('call.waits-for-answer') : asksBelow && say('sub-agent.waits');
  const word = asked || (isHeld && say('hold.held')) || statusWord(status, standing, rehearsing);
  const isOpen = status === 'permission_required' || (status === 'unknown' && !unknownCall?.resolution);
  return {
    status,
    word,
    expired,
    stands: asks || asksBelow || isHeld,
    waits: isOpen || asksBelow,
    setWaitsBelow,
  };
}

/** Images and audio are shown at once, in place among the text. */
function Media({ part, metadata }: Pick<CallFacts, 'part' | 'metadata'>) {
  const media = part.state === 'output-available' ? mediaIn(part.output) : [];
  return media.length === 0 ? null : <ResultMedia media={media} origin={originOf(metadata)} />;
}

function originOf(metadata: CallMetadata) {
  return { name: nameOf(metadata), server: metadata.server, trusted: metadata.trusted };
}

const hasEnded = ({ state }: CallFacts['part']) => state === 'output-available' || state === 'output-error';

interface FoldedProps extends Pick<ToolCallProps, 'facts' | 'viewer'> {
  open: boolean;
  /** Id of the details, for the row that opens them. */
  details: string;
  done: boolean;
  decision: RefObject<HTMLButtonElement | null>;
  finding: RefObject<HTMLButtonElement | null>;
}

/** In one frame: the decisions on the call in chronological order, and its details. */
function Folded({ facts, viewer, open, details, done, decision, finding }: FoldedProps) {
  const { part, metadata, call, log, approval, unknownCall } = facts;
  const isDecided = approval !== undefined && approval.status !== 'pending';
  const resolution = unknownCall?.resolution;
  if (!isDecided && !resolution && !open) return null;
  return (
    <div
      id={details}
      className="mt-1 min-w-0 divide-y divide-line overflow-hidden rounded-table border border-line bg-raised"
    >
      {isDecided && <DecisionLine approval={approval} viewer={viewer} done={done} opener={decision} />}
      {unknownCall && resolution && (
        <UnknownCallLine
          unknownCall={{ ...unknownCall, resolution }}
          viewer={viewer}
          done={done}
          opener={finding}
        />
      )}
      {open && call?.allowed && <AllowedAheadLine allowed={call.allowed} viewer={viewer} />}
      {open && !call?.allowed && <UnaskedLine rule={call?.rule} />}
      {open && <CallDetails part={part} origin={originOf(metadata)} />}
      {open && call?.reads && hasEnded(part) && <BeforeAfter callId={call.reads} of={metadata} />}
      {open && log && <CallLogLines log={log} metadata={metadata} />}
    </div>
  );
}
