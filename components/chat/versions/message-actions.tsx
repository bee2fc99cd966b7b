'use client';
/** The row below a message: its versions, and its actions. Unobtrusive until the pointer comes near. */
import { Check, Copy, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';
import { useCopy } from '@/components/shown/use-copy';
import { Button, IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { Thumbs, useRating, Why } from '../answers/feedback';
import { Sources } from '../answers/sources';
import { textOf } from '../messages';
import type { Asking } from './again';
import { type Handover, NEW_ANSWER } from './handover';
import { LeaveCard } from './leave-card';
import { RanElsewhere } from './ran-elsewhere';
import { VersionPager } from './version-pager';

interface MessageActionsProps extends Asking {
  message: AmberMessage;
  /** Something was said since. */
  isPast: boolean;
  onEdit?: (() => void) | undefined;
  /** Editing has just ended, and the focus was there. */
  wasEdited?: boolean;
  handover: Handover;
}

/** What is done once the person has agreed to losing a card. */
type Step = () => unknown;

const SMALL = 'max-md:size-11 md:size-8';

export function MessageActions(props: MessageActionsProps) {
  const { message, isPast, again, isBusy, waits, onEdit, wasEdited, handover } = props;
  const [asked, setAsked] = useState<Step | null>(null);
  const isOwn = message.role === 'user';
  const versions = message.metadata?.versions;
  const leave = (step: Step) => (waits ? setAsked(() => step) : void step());
  const rating = useRating(again?.chatId ?? null, message.id, message.metadata?.feedback);
  const show = (id: string) => {
    handover.current = id;
    void again?.show(id);
  };
  const regenerate = () => {
    handover.current = NEW_ANSWER;
    void again?.regenerate(message.id);
  };
  const mayLeave = again !== undefined && !isBusy;
  return (
    <>
      {mayLeave && !isPast && wasStopped(message) && (
        <Button className="mb-1 md:h-8 md:px-3 md:text-13" onClick={() => again.regenerate(message.id)}>
          {say('versions.retry')}
        </Button>
      )}
      {!isOwn && <Sources message={message} />}
      <div className={classes('flex flex-wrap items-center gap-x-1', isOwn && 'justify-end')}>
        {versions && (
          <VersionPager
            id={message.id}
            versions={versions}
            isOwn={isOwn}
            handover={handover}
            onShow={mayLeave ? (id) => leave(() => show(id)) : undefined}
          />
        )}
        <div className="flex group-focus-within/message:opacity-100 group-hover/message:opacity-100 [@media(hover:hover)]:opacity-0">
          <CopyButton message={message} />
          {isOwn && onEdit && mayLeave && (
            <IconButton
              ref={wasEdited ? takeFocusOver : undefined}
              label={say('versions.edit')}
              className={SMALL}
              onClick={() => leave(onEdit)}
            >
              <Icon of={Pencil} size={16} />
            </IconButton>
          )}
          {!isOwn && again && <Thumbs rating={rating} className={SMALL} />}
          {!isOwn && mayLeave && (
            <IconButton
              label={say('versions.regenerate')}
              className={SMALL}
              onClick={() => leave(regenerate)}
            >
              <Icon of={RotateCcw} size={16} />
            </IconButton>
          )}
        </div>
      </div>
      {!isOwn && <Why rating={rating} />}
      {versions && (
        <RanElsewhere
          versions={versions}
          isOwn={isOwn}
          onShow={mayLeave ? (id) => leave(() => again.show(id)) : undefined}
        />
      )}
      {asked && waits && <LeaveCard waits={waits} onLeave={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** A failed answer's error says how to continue. */
const wasStopped = ({ parts }: AmberMessage) =>
  parts.some((part) => part.type === 'data-notice' && part.data.isEnd === true);

function CopyButton({ message }: { message: AmberMessage }) {
  const idle = say(message.role === 'user' ? 'versions.copy-message' : 'versions.copy-answer');
  const { said, copy } = useCopy(idle);
  const text = textOf(message);
  if (text.trim() === '') return null;
  return (
    <IconButton label={said} className={SMALL} onClick={() => copy(text)}>
      <Icon of={said === 'Copied' ? Check : Copy} size={16} />
    </IconButton>
  );
}
