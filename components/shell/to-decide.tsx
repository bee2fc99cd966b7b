'use client';
/** The number of cards that wait for this person's decision: the only count on the page in amber. */
import { Inbox } from 'lucide-react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

export const APPROVALS = '/approvals';

interface ToDecideProps {
  count: number;
  className?: string;
  testId?: string;
}

/** Nothing if none waits. */
export function ToDecide({ count, className, testId = 'to-decide' }: ToDecideProps) {
  if (count === 0) return null;
  return (
    <span
      data-testid={testId}
      className={classes(
        'flex h-[18px] min-w-[18px] items-center justify-center rounded-full border border-fill-edge bg-fill px-1',
        'font-semibold text-12 text-on-fill tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {say('shell.for-your-decision', { count })}</span>
    </span>
  );
}

/** In the top bar, while the side bar is not beside the page. */
export function ToDecideLink() {
  const { toDecide, side } = useWorkspace();
  if (toDecide === 0) return null;
  return (
    <WorkspaceLink
      href={APPROVALS}
      title={say('place.approvals')}
      className={classes(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover md:size-[34px]',
        side.isOpen && 'md:hidden',
      )}
    >
      <span className="sr-only">{say('place.approvals')}</span>
      <Icon of={Inbox} size={20} />
      <ToDecide count={toDecide} className="absolute right-0.5 top-1 md:-right-1 md:-top-1" />
    </WorkspaceLink>
  );
}
