'use client';
/** What the person has sent during an answer: it is queued, and can be withdrawn. */
import { useEffect, useRef } from 'react';
import { say } from '@/components/words/say';
import { classes } from '../ui/classes';
import { later } from '../ui/later';
import type { QueuedMessage as Queued } from './message-queue';

/** Loaded as soon as an answer is in progress, since only then messages are queued. */
const QueuedMessage = later(() => import('./queued-message').then((part) => part.QueuedMessage));

interface QueuedMessagesProps {
  /** An answer is being written. */
  isRunning: boolean;
  /** Oldest first. */
  queued: Queued[];
  /** Nothing above it has to stay uncovered: it stays at the lower edge while one reads further up. */
  staysInSight: boolean;
  /** Absent: the reader may not. */
  onWithdraw: ((id: string) => Promise<void>) | undefined;
}

export function QueuedMessages({ isRunning, queued, staysInSight, onWithdraw }: QueuedMessagesProps) {
  const count = queued.length;
  const last = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = last;
    if (current && count > 0) current.scrollTop = current.scrollHeight;
  }, [count]);
  useEffect(() => {
    if (isRunning) void QueuedMessage.prepare();
  }, [isRunning]);
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && say('queue.count', { count })}
      </p>
      {count > 0 && (
        <div
          ref={last}
          data-queue
          className={classes(
            'mt-4 flex flex-col gap-4 bg-page py-2',
            staysInSight && 'sticky bottom-0 z-10 max-h-[40dvh] overflow-y-auto overscroll-contain',
          )}
        >
          {queued.map((message, place) => (
            <QueuedMessage key={message.id} message={message} isNext={place === 0} onWithdraw={onWithdraw} />
          ))}
        </div>
      )}
    </>
  );
}
