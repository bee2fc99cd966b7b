'use client';
/** Before shorter times are saved: how much of what is there would go, and that it does not come back. */
import { AskDialog } from '@/components/ui/ask-dialog';
import { currentIntl, say } from '@/components/words/say';
import type { GoingView } from '@/lib/keeping/keeping-view';

const KINDS = ['chats', 'answers', 'contents', 'mail'] as const;

interface AskGoingProps {
  going: GoingView;
  onGo: () => unknown;
  onClose: () => void;
}

export function AskGoing({ going, onGo, onClose }: AskGoingProps) {
  const counts = KINDS.filter((kind) => going[kind] > 0).map((kind) =>
    say(`keeping.going.${kind}`, { count: going[kind] }),
  );
  const what = new Intl.ListFormat(currentIntl()).format(counts);
  return (
    <AskDialog
      title={say('keeping.going')}
      why={say('keeping.going.why', { what })}
      back={say('keeping.going.back')}
      on={say('keeping.going.on')}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
