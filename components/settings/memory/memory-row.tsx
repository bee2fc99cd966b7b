'use client';
/** One remembered fact: as it was said, with hidden characters escaped, and a field for rewording it. */
import { type FormEvent, useState } from 'react';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';

export interface FactView {
  id: string;
  text: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

interface MemoryRowProps {
  fact: FactView;
  isBusy: boolean;
  /** Resolves to whether it was changed. */
  onChange: (text: string) => Promise<boolean>;
  onDelete: () => void;
}

export function MemoryRow({ fact, isBusy, onChange, onDelete }: MemoryRowProps) {
  const [text, setText] = useState<string | null>(null);
  const name = visibleString(fact.text.slice(0, 60));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (text !== null && (text === fact.text || (await onChange(text)))) setText(null);
  };
  return (
    <li data-testid="fact" className="px-4 py-3">
      {text === null ? (
        <div className="flex items-start justify-between gap-x-6 gap-y-3 max-md:flex-col">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="whitespace-pre-wrap break-words text-14">
              <ShownText text={fact.text} />
            </p>
            <p className="mt-0.5 text-13 text-muted">
              {sayWith('memory.since', { when: () => <Moment iso={fact.createdAt} sentence /> })}
            </p>
          </div>
          <div className="flex shrink-0 gap-2">
            <Button
              aria-label={say('memory.edit-it', { name })}
              disabled={isBusy}
              onClick={() => setText(fact.text)}
            >
              {say('memory.edit')}
            </Button>
            <Button aria-label={say('memory.delete-it', { name })} disabled={isBusy} onClick={onDelete}>
              {say('memory.delete')}
            </Button>
          </div>
        </div>
      ) : (
        <form onSubmit={save}>
          <textarea
            rows={3}
            aria-label={say('memory.fact')}
            maxLength={500}
            // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, and this is what it opened
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="block w-full rounded-control border border-edge bg-page px-3 py-2 text-14 text-ink max-md:text-16"
          />
          <div className="mt-2 flex gap-2">
            <Button type="submit" look="act" disabled={isBusy || text.trim() === ''}>
              {say('memory.save')}
            </Button>
            <Button onClick={() => setText(null)}>{say('memory.keep-as-is')}</Button>
          </div>
        </form>
      )}
    </li>
  );
}
