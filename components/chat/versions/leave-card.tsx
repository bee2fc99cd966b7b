'use client';
/** Asked before a version is left in which something waits: a card goes with it. */
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say } from '@/components/words/say';

interface LeaveCardProps {
  waits: 'card' | 'unknown';
  onLeave: () => unknown;
  onClose: () => void;
}

export function LeaveCard({ waits, onLeave, onClose }: LeaveCardProps) {
  return (
    <Dialog title={say(waits === 'card' ? 'versions.leave' : 'versions.leave-unknown')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2">
            {say(waits === 'card' ? 'versions.leave-note' : 'versions.leave-unknown-note')}
          </p>
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={close}>{say('versions.stay')}</Button>
            <Button
              look="act"
              onClick={() => {
                close();
                onLeave();
              }}
            >
              {say(waits === 'card' ? 'versions.withdraw' : 'versions.leave-anyway')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
