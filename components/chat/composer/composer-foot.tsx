'use client';
/**
 * The row below the text: options, a quiet line, Send. On small screens Send is beside the text, and while a person is
 * needed elsewhere on the page, the rest appears only once the composer is used.
 */
import { type FocusEvent, type ReactNode, useState } from 'react';
import { classes } from '@/components/ui/classes';
import { AttachButton } from '../attached/attach-button';
import { SendButton, type SendButtonProps } from './send-button';

interface FootProps extends SendButtonProps {
  /** Only Send, on small screens. */
  isBrief: boolean;
  onAdd: (files: Iterable<File>) => void;
  /** Beside the button for files. */
  choices: [dictation: ReactNode, mode: ReactNode];
  /** The quiet line. */
  children: ReactNode;
}

export function ComposerFoot({ isBrief, onAdd, choices, children, ...send }: FootProps) {
  const [dictation, mode] = choices;
  return (
    <div className="flex items-center gap-3 px-2 pb-2 max-[479px]:contents md:pl-2.5">
      <div
        className={classes(
          'contents max-[479px]:order-3 max-[479px]:col-span-2 max-[479px]:items-center max-[479px]:gap-x-1.5 max-[479px]:px-2 max-[479px]:pb-2',
          isBrief ? 'max-[479px]:hidden' : 'max-[479px]:flex',
        )}
      >
        <AttachButton onAdd={onAdd} />
        {dictation}
        {mode}
      </div>
      <div
        className={classes(
          'min-w-0 flex-1 text-12 leading-4 text-muted max-[479px]:order-2 max-[479px]:col-span-2 max-[479px]:px-4 max-[479px]:pb-1 md:text-13',
          isBrief && 'max-[479px]:hidden',
        )}
      >
        {children}
      </div>
      <SendButton {...send} />
    </div>
  );
}

/** @param givesWay a person is needed elsewhere on the page */
export function useWay(givesWay: boolean, isEmpty: boolean) {
  const [isUsed, setUsed] = useState(false);
  // Once used it stays: what is about to be clicked elsewhere must not move.
  const isInUse = givesWay && (isUsed || !isEmpty);
  if (isInUse !== isUsed) setUsed(isInUse);
  return {
    isBrief: givesWay && !isInUse,
    // Whoever was in the field already has sent something, and does not yet write more. A click on Send leaves the focus
    // there, which does not mean that one wants to either.
    onFocus: ({ target }: FocusEvent) => {
      if (givesWay && target instanceof HTMLTextAreaElement) setUsed(true);
    },
  };
}
