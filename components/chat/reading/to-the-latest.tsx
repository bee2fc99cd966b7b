'use client';
/**
 * Leads to the end. It covers no text: it is beside the column if there is room, and on small screens on a strip of its
 * own.
 */
import { ArrowDown } from 'lucide-react';
import { say } from '@/components/words/say';
import { Icon } from '../../ui/icon';

/** From this width on there is room beside the column with an open side bar. */
export const BESIDE = '(min-width: 1100px)';
/** The greatest height of its strip, in pixels. */
export const STRIP = 56;

export function ToTheLatest({ onClick }: { onClick: () => void }) {
  return (
    <div className="absolute inset-x-0 bottom-0 flex justify-center border-line border-t bg-page min-[1100px]:right-auto min-[1100px]:bottom-3 min-[1100px]:left-[calc(50%+352px)] min-[1100px]:border-0 min-[1100px]:bg-transparent">
      <button
        type="button"
        aria-label={say('chat.to-latest')}
        title={say('chat.to-latest')}
        onClick={onClick}
        className="flex h-11 w-20 items-center justify-center rounded-control text-ink-2 hover:text-ink md:h-9 min-[1100px]:size-9 min-[1100px]:rounded-full min-[1100px]:border min-[1100px]:border-edge min-[1100px]:bg-raised min-[1100px]:shadow-float"
      >
        <Icon of={ArrowDown} />
      </button>
    </div>
  );
}
