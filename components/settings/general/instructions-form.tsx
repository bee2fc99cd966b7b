'use client';
/** Instructions that every answer should follow, a person's own or the team's: one text, saved as a whole. */
import { type FormEvent, useId, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import { LONGEST_INSTRUCTIONS } from '@/lib/people/preferences';

interface InstructionsFormProps {
  whose: 'own' | 'team';
  path: string;
  method: 'PATCH' | 'PUT';
  initial: string;
}

export function InstructionsForm({ whose, path, method, initial }: InstructionsFormProps) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const field = useEarly<HTMLTextAreaElement>(text, setText);
  const { doing, outcome, act } = useAct();
  const left = LONGEST_INSTRUCTIONS - text.trim().length;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act('', say('form.not-saved'), async () => {
      await request(method, path, { instructions: text });
      setSaved(text);
      return say('form.saved');
    });
  };
  return (
    <form onSubmit={save} className="mt-5 max-w-prose">
      <label htmlFor={id} className="font-medium text-13">
        {say(`instructions.${whose}`)}
      </label>
      <p id={`${id}-hint`} className="mt-1 text-13 text-muted">
        {say(`instructions.${whose}.hint`)}
      </p>
      <textarea
        {...field}
        id={id}
        rows={4}
        value={text}
        aria-describedby={`${id}-hint ${id}-left`}
        aria-invalid={left < 0}
        placeholder={whose === 'own' ? say('instructions.own.placeholder') : undefined}
        onChange={(event) => setText(event.target.value)}
        className="mt-2 block w-full rounded-control border border-edge bg-page px-3 py-2 text-14 text-ink max-md:text-16"
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-left`} className={left < 0 ? 'text-13 text-failed' : 'text-13 text-muted'}>
          {left < 0 ? say('instructions.over', { count: -left }) : say('instructions.left', { count: left })}
        </p>
        <Button
          type="submit"
          look="act"
          aria-label={say(`instructions.save-${whose}`)}
          disabled={doing !== null || left < 0 || text === saved}
        >
          {say('instructions.save')}
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </form>
  );
}
