'use client';
/** One message that waits for its turn. */
import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { say } from '@/components/words/say';
import { Icon } from '../ui/icon';
import { later } from '../ui/later';
import type { QueuedMessage as Queued } from './message-queue';

const MessageFiles = later(() => import('./attached/message-files').then((part) => part.MessageFiles));

interface QueuedMessageProps {
  message: Queued;
  isNext: boolean;
  /** Absent: the reader may not. */
  onWithdraw: ((id: string) => Promise<void>) | undefined;
}

/** As it will look once it is sent, but only outlined. */
export function QueuedMessage({ message, isNext, onWithdraw }: QueuedMessageProps) {
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
