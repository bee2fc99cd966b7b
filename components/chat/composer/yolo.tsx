'use client';
/**
 * The mode in which trusted servers are asked nothing except what the team's policy demands: how an admin turns it on,
 * and the mark while it is active.
 */
import { ShieldOff } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { Popover } from '@/components/ui/popover';
import { useNow } from '@/components/ui/use-now';
import { say, sayWith } from '@/components/words/say';
import type { Mode } from '@/lib/runs/chat-view';

const TICK_MS = 15_000;
const MINUTE_MS = 60_000;
/** The longest time for which yolo is active, in minutes. */
const LONGEST = 60;

/**
 * Minutes left, rounded up; null if yolo is not active. `until` is in ISO 8601, by the server's clock: the reader's
 * clock may be behind, and never makes the hour longer.
 */
export function minutesLeft(mode: Mode, until: string | null, now: Date): number | null {
  if (mode !== 'yolo' || until === null) return null;
  const left = Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS);
  return left > 0 ? Math.min(left, LONGEST) : null;
}

export interface YoloState {
  mode: Mode;
  /** ISO 8601, UTC. */
  yoloUntil: string | null;
}

/** The mode in effect now: yolo ends by itself. */
export function useModeNow({ mode, yoloUntil }: YoloState): { mode: Mode; minutes: number | null } {
  const now = useNow(TICK_MS);
  // No end yet: the hour begins with the chat's first message.
  if (mode !== 'yolo' || !now || yoloUntil === null) return { mode, minutes: null };
  const minutes = minutesLeft(mode, yoloUntil, now);
  return { mode: minutes === null ? 'default' : mode, minutes };
}

/**
 * In the chat's header. Strong, but neutral: amber means that something waits for a decision, and here nothing does.
 */
export function YoloMark({ minutes }: { minutes: number | null }) {
  return (
    <span className="flex h-6 shrink-0 items-center gap-1.5 rounded-badge bg-act px-2 text-12 font-medium text-on-act">
      <Icon of={ShieldOff} size={13} />
      <span className="tabular-nums">
        {minutes === null
          ? say('yolo.mark')
          : sayWith('yolo.mark-left', {
              minutes,
              left: (words) => <span className="max-md:sr-only">{words}</span>,
            })}
      </span>
    </span>
  );
}

export interface YoloMenuProps {
  isOn: boolean;
  minutes: number | null;
  onChange: (mode: Mode) => void;
}

/** For admins, below the composer's text. */
export function YoloMenu({ isOn, minutes, onChange }: YoloMenuProps) {
  return (
    <Popover
      label={say('yolo.label')}
      face={<Icon of={ShieldOff} />}
      buttonClass={classes(
        '-mx-1.5 flex size-11 shrink-0 items-center justify-center rounded-control md:size-[30px]',
        isOn ? 'bg-act text-on-act' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {(close) => (
        // The explanation gets the focus, not the button that turns it on: pressing Enter twice must not do that
        // unread.
        <div data-focus tabIndex={-1} className="w-64 max-w-full outline-none">
          <p className="text-14 font-semibold">{isOn ? say('yolo.is-on') : say('yolo.heading')}</p>
          <p className="mt-1 text-13 text-ink-2">
            {isOn && minutes !== null && (
              <span className="tabular-nums">{say('yolo.minutes-left', { minutes })} </span>
            )}
            {say('yolo.promise')}
          </p>
          <Button
            className="mt-3 w-full"
            onClick={() => {
              close();
              onChange(isOn ? 'default' : 'yolo');
            }}
          >
            {isOn ? say('yolo.end') : say('yolo.begin')}
          </Button>
        </div>
      )}
    </Popover>
  );
}
