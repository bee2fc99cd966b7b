'use client';
/**
 * Asks before shorter retention times are saved: how many records would be deleted, and that they cannot be restored.
 */
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
