'use client';
/** Which version of a message is shown, and buttons for the adjacent ones. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { MessageVersion } from '@/lib/runs/chat-view';
import { type Handover, NEW_ANSWER, useHandedOver } from './handover';

interface VersionPagerProps {
  /** Of the version shown. */
  id: string;
  versions: readonly MessageVersion[];
  isOwn: boolean;
  handover: Handover;
  /** Absent: another one cannot be shown now. */
  onShow: ((id: string) => void) | undefined;
}

export function VersionPager({ id, versions, isOwn, handover, onShow }: VersionPagerProps) {
  const place = useHandedOver<HTMLFieldSetElement>(
    handover,
    isOwn ? [id] : [id, NEW_ANSWER],
    onShow !== undefined,
  );
  const at = versions.findIndex((version) => version.id === id);
  const [before, shown, next] = [versions[at - 1], versions[at], versions[at + 1]];
  const name = shown?.name ?? '';
  return (
    <fieldset
      ref={place}
      aria-label={say('versions.place', { nth: at + 1, count: versions.length, name })}
      className="flex items-center text-13 text-muted"
    >
      <Step sort="previous" to={before} onShow={onShow} />
      <span aria-hidden title={name} className="px-0.5 tabular-nums">
        {at + 1}/{versions.length}
      </span>
      <Step sort="next" to={next} onShow={onShow} />
    </fieldset>
  );
}

interface StepProps extends Pick<VersionPagerProps, 'onShow'> {
  sort: 'previous' | 'next';
  to: MessageVersion | undefined;
}

function Step({ sort, to, onShow }: StepProps) {
  return (
    <IconButton
      label={to ? say(`versions.${sort}-named`, { name: to.name }) : say(`versions.${sort}`)}
      disabled={!to || !onShow}
      onClick={() => to && onShow?.(to.id)}
      className="max-md:size-11 md:size-8"
    >
      <Icon of={sort === 'next' ? ChevronRight : ChevronLeft} size={16} />
    </IconButton>
  );
}
