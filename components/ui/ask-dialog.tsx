'use client';
/** "Are you sure?": what would come of it, the way back, which has the focus, and the way on. */
import { Button } from './button';
import { Dialog } from './dialog';

interface AskDialogProps {
  title: string;
  /** What would come of it. */
  why: string;
  /** Label of the way back. */
  back: string;
  /** Label of the way on. */
  on: string;
  /** Called once the dialog is closed by the way on. */
  onGo: () => unknown;
  /** Called whichever way was taken, Escape included. */
  onClose: () => void;
}

export function AskDialog({ title, why, back, on, onGo, onClose }: AskDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">{why}</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button data-focus onClick={close}>
              {back}
            </Button>
            <Button
              look="act"
              onClick={() => {
                close();
                onGo();
              }}
            >
              {on}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
