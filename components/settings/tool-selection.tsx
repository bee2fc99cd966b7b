'use client';
/** The tools that a message would be offered, in their order, the reason for each, and those left out by the rules. */
import { type FormEvent, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { RiskIcon } from '@/components/shown/risk-icon';
import { ShownText } from '@/components/shown/shown-text';
import { nameOf } from '@/components/tool-call/call-name';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { OfferView, SelectionView } from '@/lib/agent/selection-view';
import { type LeftOutGroup, leftOutGroups, reasonWords, scoreWords } from './policy/choice-words';
import { type Remembered, ToolMemory } from './tool-memory';

/** The most names listed per rule. */
const MOST_NAMES = 60;
const MOST_CHARACTERS = 2000;

/** @param embeds whether tools are also found by meaning, for which a message is sent to an embedding service */
export function ToolSelection({ remembered, embeds }: { remembered: Remembered; embeds: boolean }) {
  const { selection, outcome, isAsking, ask } = useSelection();
  return (
    <SettingsPage name="tools">
      <p className="mt-1.5 max-w-prose text-16 text-muted">
        {say('choice.intro')} {embeds ? say('choice.embeds') : say('choice.sent-nowhere')}
      </p>
      <MessageForm isAsking={isAsking} onAsk={ask} />
      <OutcomeLine outcome={outcome} />
      <div role="status" className="sr-only">
        {selection && countWords(selection)}
      </div>
      {selection && <ShownSelection selection={selection} />}
      <ToolMemory remembered={remembered} />
    </SettingsPage>
  );
}

function MessageForm({ isAsking, onAsk }: { isAsking: boolean; onAsk: (message: string) => void }) {
  const [message, setMessage] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(message);
  };
  return (
    <form
      onSubmit={submit}
      className="mt-5 flex max-w-prose items-end gap-3 max-md:flex-col max-md:items-stretch"
    >
      <TextField
        label={say('choice.message')}
        value={message}
        onChange={setMessage}
        maxLength={MOST_CHARACTERS}
        placeholder={say('choice.message.example')}
        className="min-w-0 flex-1"
      />
      <Button type="submit" look="act" className="md:h-11" disabled={isAsking || message.trim() === ''}>
        {say('choice.show')}
      </Button>
    </form>
  );
}

function countWords({ offered, permitted, isChosen }: SelectionView): string {
  const count = offered.length;
  return isChosen ? say('choice.of', { count, permitted }) : say('choice.all', { count });
}

function ShownSelection({ selection }: { selection: SelectionView }) {
  const groups = leftOutGroups(selection.leftOut);
  return (
    <section aria-label={say('choice.gets')} className="mt-8" data-testid="tool-choice">
      <h3 className="font-semibold text-16">{countWords(selection)}</h3>
      <ol className="mt-3 divide-y divide-line rounded-table border bg-raised">
        {selection.offered.map((offer) => (
          <OfferRow key={`${offer.server} ${offer.name}`} offer={offer} />
        ))}
      </ol>
      {groups.map((group) => (
        <LeftOut key={group.reason} group={group} />
      ))}
    </section>
  );
}

function OfferRow({ offer }: { offer: OfferView }) {
  const score = scoreWords(offer);
  return (
    <li className="flex gap-2 px-4 py-3" data-testid="offer" data-reason={offer.reason}>
      <RiskIcon risk={offer.risk} trusted={offer.trusted} size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className={`break-words font-medium text-14 text-ink ${offer.trusted ? '' : 'font-mono'}`}>
          <ShownText text={nameOf({ ...offer, tool: offer.name })} />{' '}
          <span className="font-normal font-sans text-13 text-muted">
            <ShownText text={offer.server} />
          </span>
        </p>
        <p className="break-words text-13 text-ink-2">
          <ShownText text={reasonWords(offer)} />
          {score !== null && <span className="text-muted tabular-nums">: {score}</span>}
        </p>
      </div>
    </li>
  );
}

function LeftOut({ group: { reason, tools } }: { group: LeftOutGroup }) {
  const more = tools.length - MOST_NAMES;
  return (
    <details className="mt-4" data-testid="left-out">
      <summary className="w-fit rounded-control py-1 text-14 text-ink-2 max-md:min-h-11 max-md:py-3">
        {say('choice.left-out', { count: tools.length })} {told(reason)}
      </summary>
      <ul className="mt-1 columns-1 gap-x-6 text-13 text-muted md:columns-3">
        {tools.slice(0, MOST_NAMES).map(({ server, name }) => (
          <li key={`${server} ${name}`} className="break-words py-0.5 font-mono">
            <ShownText text={`${server} ${name}`} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-13 text-muted">{say('choice.more', { count: more })}</p>}
    </details>
  );
}

function useSelection() {
  const [selection, setSelection] = useState<SelectionView | null>(null);
  const { doing, outcome, act } = useAct();
  const ask = (message: string) =>
    act('', say('choice.not-shown'), async () => {
      const path = `/api/tools?message=${encodeURIComponent(message)}`;
      setSelection((await request<{ selection: SelectionView }>('GET', path)).selection);
    });
  return { selection, outcome, isAsking: doing !== null, ask };
}
