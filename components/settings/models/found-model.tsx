'use client';
/** A model on this machine that `npm start` has found, and a button to use it. */
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { FoundModelView } from '@/lib/models/model-view';
import type { Connecting } from './use-connecting';

interface FoundModelProps {
  found: FoundModelView;
  connecting: Connecting;
  onDone?: () => void;
}

export function FoundModel({ found: { program, address, model }, connecting, onDone }: FoundModelProps) {
  const use = async () => {
    if (await connecting.connect({ baseUrl: address, model, key: '' })) onDone?.();
  };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-table border bg-raised px-4 py-3">
      <p className="min-w-0 break-words text-14">
        {say('own-model.found', { model: visibleString(model), program: visibleString(program) })}
      </p>
      <Button disabled={connecting.isBusy} onClick={() => void use()}>
        {say('own-model.use')}
      </Button>
    </div>
  );
}
