'use client';
/** The row of a tool call: `[icon] Title · server ... state   duration   chevron`; on phones two lines. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CallMetadata } from '@/lib/runs/chat-view';
import { nameOf } from './approval-words';
import type { CallStatus } from './call-status';
import { RiskIcon } from './risk-icon';
import { durationWords } from './say-time';
import { HiddenNote, ShownText } from './shown-text';
import { visibleString } from './visible-text';

interface CallRowProps {
  metadata: CallMetadata;
  status: CallStatus;
  /** The state in words. */
  word: string;
  durationMs: number | undefined;
  open: boolean;
  /** Id of what the row opens. */
  controls: string;
  onToggle(): void;
}

const STATE_LOOKS: Partial<Record<CallStatus, string>> = {
  permission_required: 'font-medium text-wait',
  error: 'text-failed',
  unknown: 'font-medium text-wait',
};

export function CallRow({ metadata, status, word, durationMs, open, controls, onToggle }: CallRowProps) {
  const name = nameOf(metadata);
  const Chevron = open ? ChevronDown : ChevronRight;
  const waits = status === 'permission_required';
  return (
    <div className="relative flex min-h-8 items-center gap-2 rounded-control text-13 text-muted max-md:min-h-[52px]">
      <RiskIcon
        risk={metadata.risk}
        trusted={metadata.trusted}
        size={16}
        className={`shrink-0 max-md:mt-2 max-md:self-start ${waits ? 'text-wait' : ''} ${status === 'executing' ? 'motion-safe:animate-pulse' : ''}`}
      />
      <div className="flex min-w-0 flex-1 items-center gap-x-2 max-md:flex-wrap max-md:leading-[19px]">
        <span className="min-w-0 break-words font-medium text-ink-2 max-md:basis-full">
          <ShownText text={name} />
          <HiddenNote text={name} />
        </span>
        <Dot className="max-md:hidden" />
        <span className="min-w-0 break-words md:mr-auto">
          <ShownText text={metadata.server} />
        </span>
        <Dot className="md:hidden" />
        <span className={`shrink-0 ${STATE_LOOKS[status] ?? ''}`}>{word}</span>
        {durationMs !== undefined && (
          <>
            <Dot className="md:hidden" />
            <span className="shrink-0 whitespace-nowrap tabular-nums md:ml-4">
              {durationWords(durationMs)}
            </span>
          </>
        )}
      </div>
      <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? controls : undefined}
        aria-label={`${visibleString(name)}, arguments and result`}
        onClick={onToggle}
        className="-inset-x-2 absolute inset-y-0 rounded-control hover:bg-hover"
      />
    </div>
  );
}

function Dot({ className }: { className: string }) {
  return (
    <span aria-hidden className={`text-12 opacity-70 ${className}`}>
      •
    </span>
  );
}
