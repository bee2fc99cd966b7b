'use client';
/** An error right above the composer: what happened, what was not done, the next step. */
import { CircleAlert, WifiOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { say } from '@/components/words/say';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import type { SessionState } from './session-state';

export interface DockNoticeProps {
  state: SessionState;
  /** Present if the last run failed before it wrote anything; retries it. */
  onRetry: (() => void) | undefined;
  onDismiss: () => void;
}

export function DockNotice({ state, onRetry, onDismiss }: DockNoticeProps) {
  if (state.isGone) {
    return (
      <Notice icon={<FailedIcon />}>
        {say('chat.gone')}{' '}
        <WorkspaceLink href="/" className="font-medium underline underline-offset-2">
          {say('chat.start-new')}
        </WorkspaceLink>
      </Notice>
    );
  }
  if (state.problem) {
    return (
      <Notice icon={<FailedIcon />} end={<Dismiss onClick={onDismiss} />}>
        {state.problem}
      </Notice>
    );
  }
  if (!state.isReachable) {
    return (
      <Notice icon={<Icon of={WifiOff} className="mt-0.5 shrink-0 text-muted" />}>
        {say('chat.connection-lost')}
      </Notice>
    );
  }
  if (onRetry) {
    return (
      <Notice icon={<FailedIcon />} end={<TryAgain onClick={onRetry} />}>
        {say('chat.no-answer')}
      </Notice>
    );
  }
  return null;
}

function Notice({ icon, children, end }: { icon: ReactNode; children: ReactNode; end?: ReactNode }) {
  return (
    <div
      role="alert"
      className="mb-2 flex items-start gap-2.5 rounded-table border bg-raised py-2.5 pl-3.5 pr-2 text-13 text-ink"
    >
      {icon}
      <p className="min-w-0 flex-1 break-words">{children}</p>
      {end}
    </div>
  );
}

const FailedIcon = () => <Icon of={CircleAlert} className="mt-0.5 shrink-0 text-failed" />;

function Dismiss({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label={say('chat.dismiss')} onClick={onClick} className="-my-3 md:-my-[7px]">
      <Icon of={X} />
    </IconButton>
  );
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-my-3 h-11 shrink-0 rounded-control px-2.5 font-medium hover:bg-hover md:-my-[7px] md:h-[34px]"
    >
      {say('try-again.label')}
    </button>
  );
}
