'use client';
/** What has run in versions that are not shown: leaving them did not undo it. */
import { classes } from '@/components/ui/classes';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import type { MessageVersion } from '@/lib/runs/chat-view';

interface RanElsewhereProps {
  versions: readonly MessageVersion[];
  isOwn: boolean;
  /** Absent: another one cannot be shown now. */
  onShow: ((id: string) => void) | undefined;
}

/** How many calls of one version are named. */
const MOST_NAMED = 3;

export function RanElsewhere({ versions, isOwn, onShow }: RanElsewhereProps) {
  const told = versions.flatMap(({ id, ran }, place) => (ran?.length ? [{ id, ran, nth: place + 1 }] : []));
  if (told.length === 0) return null;
  return (
    <ul className={classes('mt-1 flex flex-col gap-1 text-13 text-muted', isOwn && 'items-end text-right')}>
      {told.map(({ id, ran, nth }) => (
        <li key={id}>
          {wordsOf(ran, nth)}{' '}
          {onShow && (
            <button
              type="button"
              onClick={() => onShow(id)}
              className="underline underline-offset-2 hover:text-ink max-md:flex max-md:min-h-11 max-md:items-center"
            >
              {say('versions.show', { nth })}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type Ran = NonNullable<MessageVersion['ran']>;

function wordsOf(ran: Ran, nth: number): string {
  const names = [...new Set(ran.map((one) => `\u201c${ownWords(one, one.title)}\u201d`))];
  const named = names.slice(0, MOST_NAMED).join(', ');
  const count = names.length - MOST_NAMED;
  const titles = count > 0 ? say('versions.and-more', { titles: named, count }) : named;
  if (ran.every(({ unknown }) => unknown)) return say('versions.may-have-run', { titles, nth });
  return say(names.length > 1 ? 'versions.ran-several' : 'versions.ran', { titles, nth });
}
