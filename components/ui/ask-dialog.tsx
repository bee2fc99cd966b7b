'use client';
/** "Are you sure?": the consequences, the button back, which has the focus, and the button to go on. */
import { Button } from './button';
import { Dialog } from './dialog';

interface AskDialogProps {
  title: string;
  /** The consequences. */
  why: string;
  /** Label of the button back. */
  back: string;
  /** Label of the button to go on. */
  on: string;
  /** Called once the dialog has been closed by the button to go on. */
  onGo: () => unknown;
  /** Called however it was closed, Escape included. */
  onClose: () => void;
}

export function AskDialog({ title, why, back, on, onGo, onClose }: AskDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">{why}</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2 max-[479px]:*:flex-auto">
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
