'use client';
/**
 * The palette from the moment its key is pressed: text typed before its list has loaded goes into it, and nowhere else.
 */
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { later } from '@/components/ui/later';
import { say } from '@/components/words/say';
import { MOST_TYPED, PALETTE_FIELD } from './palette-field';

const Palette = later(async () => (await import('./palette')).Palette);

interface PaletteFrameProps {
  onClose: () => void;
  /** Shows the list of shortcuts instead. */
  onList: () => void;
  /** Shows the tour of the card instead. */
  onTour: () => void;
}

export function PaletteFrame({ onClose, onList, onTour }: PaletteFrameProps) {
  const [typed, setTyped] = useState('');
  return (
    <Dialog
      bare
      title={say('hands.go-to')}
      onClose={onClose}
      className="mx-auto mt-[12dvh] mb-0 max-h-[70dvh] w-[min(560px,calc(100vw-24px))] overflow-hidden rounded-card border bg-raised shadow-float"
    >
      {(close) => (
        <Palette
          typed={typed}
          close={close}
          onList={onList}
          onTour={onTour}
          onTyped={setTyped}
          fallback={
            <input
              data-focus
              aria-label={say('hands.go-to')}
              placeholder={say('hands.what')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={MOST_TYPED}
              className={PALETTE_FIELD}
            />
          }
        />
      )}
    </Dialog>
  );
}
