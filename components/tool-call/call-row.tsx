'use client';
/** The row of a tool call: `[icon] Title · server ... state   duration   chevron`; on phones two lines. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ServerIcon } from '@/components/shown/server-icon';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { CallMetadata, CallRecord } from '@/lib/runs/chat-view';
import { nameOf } from './call-name';
import type { CallStatus } from './call-status';
import { CallTime, Dot } from './call-time';
import { TakeBackCall } from './take-back/taking-back';

interface CallRowProps {
  metadata: CallMetadata;
  status: CallStatus;
  /** The state in words. */
  word: string;
  /** It continues only after a person has decided something. */
  waits: boolean;
  /** Why it failed, in one line; null if it has not, or that is shown below already. */
  reason: string | null;
  call: CallRecord | undefined;
  /** The id with which its change can be taken back. */
  undo: string | undefined;
  open: boolean;
  /** Id of what the row opens. */
  controls: string;
  onToggle(): void;
}

export function CallRow(props: CallRowProps) {
  const { metadata, status, word, waits, reason, call, undo, open, controls, onToggle } = props;
  const name = nameOf(metadata);
  // On phones the undo button is beside it if there is room, otherwise below.
  const mayWrap = undo !== undefined;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div
      className={`relative flex min-h-8 items-center gap-2 gap-y-0 rounded-control text-13 text-muted max-md:min-h-[52px] ${mayWrap ? 'max-md:flex-wrap max-md:pt-1.5 max-md:pr-6' : ''}`}
    >
      <RiskIcon
        risk={metadata.risk}
        trusted={metadata.trusted}
        size={16}
        className={`shrink-0 max-md:mt-2 max-md:self-start ${waits ? 'text-wait' : ''} ${status === 'executing' ? 'motion-safe:animate-pulse' : ''}`}
      />
      <div className="flex min-w-0 flex-1 items-center gap-x-2 max-md:basis-[150px] max-md:flex-wrap max-md:leading-[19px]">
        <span className="min-w-0 break-words font-medium text-ink-2 max-md:basis-full">
          <ShownText text={name} />
          <HiddenNote text={name} />
        </span>
        <Dot className="max-md:hidden" />
        <ServerIcon server={metadata.server} tool={metadata.tool} />
        <span className={`min-w-0 break-words ${reason === null ? 'md:mr-auto' : 'md:shrink-0'}`}>
          <ShownText text={metadata.server} />
        </span>
        {reason !== null && <Reason text={reason} />}
        <Dot className="md:hidden" />
        <span className={`shrink-0 ${stateLooks(status, waits)}`}>{word}</span>
        <CallTime call={call} running={status === 'executing'} />
      </div>
      {undo !== undefined && <TakeBackCall undo={undo} name={name} />}
      <Chevron
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={`shrink-0 ${mayWrap ? 'max-md:absolute max-md:top-[18px] max-md:right-0' : ''}`}
      />
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? controls : undefined}
        aria-label={say('call.opens', { name: visibleString(name) })}
        onClick={onToggle}
        className="-inset-x-2 absolute inset-y-0 rounded-control hover:bg-hover"
      />
    </div>
  );
}

/** It takes the rest of the row; on phones it is below. */
function Reason({ text }: { text: string }) {
  return (
    <span
      data-testid="call-reason"
      className="min-w-0 flex-1 basis-0 truncate max-md:order-last max-md:basis-full"
    >
      <ShownText text={text} />
    </span>
  );
}

function stateLooks(status: CallStatus, waits: boolean): string {
  if (waits) return 'font-medium text-wait';
  return status === 'error' ? 'text-failed' : '';
}
