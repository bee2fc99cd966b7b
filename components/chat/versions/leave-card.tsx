'use client';
/** Asked before leaving a version in which something waits: a card is withdrawn with it. */
import { AskDialog } from '@/components/ui/ask-dialog';
import { say } from '@/components/words/say';

interface LeaveCardProps {
  waits: 'card' | 'unknown';
  onLeave: () => unknown;
  onClose: () => void;
}

export function LeaveCard({ waits, onLeave, onClose }: LeaveCardProps) {
  const isCard = waits === 'card';
  return (
    <AskDialog
      title={say(isCard ? 'versions.leave' : 'versions.leave-unknown')}
      why={say(isCard ? 'versions.leave-note' : 'versions.leave-unknown-note')}
      back={say('versions.stay')}
      on={say(isCard ? 'versions.withdraw' : 'versions.leave-anyway')}
      onGo={onLeave}
      onClose={onClose}
    />
  );
}
