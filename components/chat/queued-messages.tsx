'use client';
/** What the person has sent while an answer was being written: it waits for its turn, and can be taken back. */
import { Clock } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { say } from '@/components/words/say';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';
import { later } from '../ui/later';
import type { QueuedMessage } from './message-queue';

const MessageFiles = later(() => import('./attached/message-files').then((part) => part.MessageFiles));

interface QueuedMessagesProps {
  /** Oldest first. */
  queued: QueuedMessage[];
  /** Nothing that stands above it is lain over that must not be: it stays at the lower edge while one reads further up. */
  staysInSight: boolean;
  /** Absent: the reader may not. */
  onWithdraw: ((id: string) => Promise<void>) | undefined;
}

export function QueuedMessages({ queued, staysInSight, onWithdraw }: QueuedMessagesProps) {
  const count = queued.length;
  const last = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = last;
    if (current && count > 0) current.scrollTop = current.scrollHeight;
  }, [count]);
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
            <Queued key={message.id} message={message} isNext={place === 0} onWithdraw={onWithdraw} />
          ))}
        </div>
      )}
    </>
  );
}

interface QueuedProps extends Pick<QueuedMessagesProps, 'onWithdraw'> {
  message: QueuedMessage;
  isNext: boolean;
}

/** As it will stand once it is sent, but only outlined. */
function Queued({ message, isNext, onWithdraw }: QueuedProps) {
  const [isLeaving, setLeaving] = useState(false);
  const words = useId();
  const withdraw = async () => {
    if (isLeaving) return;
    setLeaving(true);
    await onWithdraw?.(message.id);
    setLeaving(false);
  };
  return (
    <div data-testid="queued-message" className="relative flex shrink-0 flex-col items-end pl-10">
      {message.files && <MessageFiles files={message.files} />}
      <p
        id={words}
        dir="auto"
        className="min-w-0 max-w-[34rem] whitespace-pre-wrap break-words rounded-message border border-edge border-dashed px-3.5 py-2 text-16 text-ink-2 leading-6"
      >
        {message.text}
      </p>
      <div className="mt-1 flex items-center gap-2 text-13 text-muted">
        <Icon of={Clock} size={13} className="shrink-0" />
        <span>{isNext ? say('queue.next') : say('call.queued')}</span>
        {onWithdraw && (
          <button
            type="button"
            aria-describedby={words}
            aria-disabled={isLeaving}
            onClick={() => void withdraw()}
            className="-my-3 min-h-11 rounded-control px-1.5 font-medium text-ink-2 underline underline-offset-2 hover:text-ink md:-my-1 md:min-h-7"
          >
            {say('queue.withdraw')}
          </button>
        )}
      </div>
    </div>
  );
}
