'use client';
/**
 * A form about a person's account: people without a second factor send it at once; people with one are asked for it
 * first.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAct } from '@/components/api/use-act';
import { type FactorsView, hasFactor, type Proved } from '@/lib/account/factors/factors-view';
import { AskProof, type Proof } from './ask-proof';

interface FactorFirst {
  factors: FactorsView;
  proved: Proved;
  /** Title of the dialog, and label of its button. */
  title: string;
  notDone: string;
  done: string;
  /** The text of the dialog. */
  what?: ReactNode;
  /** @throws why it was refused */
  send(proof: Proof): Promise<void>;
}

/** @returns `dialog` is rendered beside the form, never inside it */
export function useFactorFirst({ factors, proved, title, notDone, done, what, send }: FactorFirst) {
  const [asks, setAsks] = useState(false);
  const { doing, outcome, act } = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasFactor(factors)) return setAsks(true);
    void act('', notDone, async () => {
      await send({});
      return done;
    });
  };
  const dialog = asks && (
    <AskProof
      needs="factor"
      factors={factors}
      proved={proved}
      title={title}
      notDone={notDone}
      submit={title}
      onProof={send}
      onDone={() => void act('', '', async () => done)}
      onClose={() => setAsks(false)}
    >
      {what}
    </AskProof>
  );
  return { isBusy: doing !== null, outcome, submit, dialog };
}
