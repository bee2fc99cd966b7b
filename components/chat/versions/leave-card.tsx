'use client';
/** Asked before a version is left in which a card waits: it goes with it. */
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say } from '@/components/words/say';

interface LeaveCardProps {
  onLeave: () => unknown;
  onClose: () => void;
}

export function LeaveCard({ onLeave, onClose }: LeaveCardProps) {
  return (
    <Dialog title={say('versions.leave')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2">{say('versions.leave-note')}</p>
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={close}>{say('versions.stay')}</Button>
            <Button
              look="act"
              onClick={() => {
                close();
                onLeave();
              }}
            >
              {say('versions.withdraw')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
