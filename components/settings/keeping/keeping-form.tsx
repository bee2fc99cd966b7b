'use client';
/** The team's own retention times, in days: an empty field means the operator's value. */
import { type FormEvent, useId, useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { Button } from '@/components/ui/button';
import { useEarly } from '@/components/ui/use-early';
import { currentIntl, say, sayWith } from '@/components/words/say';
import {
  type GoingView,
  KEPT_KINDS,
  type KeepingView,
  type KeptKind,
  type KeptTime,
  MOST_DAYS,
} from '@/lib/keeping/keeping-view';
import { AskGoing } from './ask-going';

interface KeepingFormProps {
  keeping: KeepingView;
  onSaved(keeping: KeepingView): void;
}

type Draft = Record<KeptKind, string>;

const draftOf = ({ kept }: KeepingView): Draft => ({
  chats: String(kept.chats.own ?? ''),
  contents: String(kept.contents.own ?? ''),
  mail: String(kept.mail.own ?? ''),
});

/** `undefined`: not a number of days that may be set. */
function daysIn(text: string, { own, most, least }: KeptTime): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const days = /^[0-9]{1,4}$/.test(typed) ? Number(typed) : Number.NaN;
  const isAllowed = days === own || (days >= least && days <= (most ?? MOST_DAYS));
  return isAllowed ? days : undefined;
}

export function KeepingForm({ keeping, onSaved }: KeepingFormProps) {
  const [draft, setDraft] = useState(() => draftOf(keeping));
  const { kept } = keeping;
  const days = {
    chats: daysIn(draft.chats, kept.chats),
    contents: daysIn(draft.contents, kept.contents),
    mail: daysIn(draft.mail, kept.mail),
  };
  const { doing, outcome, forget, save, question } = useSaving(days, onSaved);
  const wrong = KEPT_KINDS.filter((kind) => days[kind] === undefined);
  const isWrong = wrong.length > 0;
  const isSame = KEPT_KINDS.every((kind) => days[kind] === kept[kind].own);
  const change = (kind: KeptKind, text: string) => {
    forget();
    setDraft((before) => ({ ...before, [kind]: text }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong && !isSame) save();
  };
  return (
    <form onSubmit={submit} className="mt-6">
      <div className="divide-y rounded-table border bg-raised">
        {KEPT_KINDS.map((kind) => (
          <DaysField
            key={kind}
            kind={kind}
            time={kept[kind]}
            text={draft[kind]}
            isWrong={days[kind] === undefined}
            onChange={(text) => change(kind, text)}
          />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          look="act"
          disabled={doing !== null || isWrong || isSame}
          className="max-md:w-full"
        >
          {say('keeping.save')}
        </Button>
        {isWrong && (
          <p data-testid="wrong-days" className="text-13 text-failed">
            {say('keeping.wrong', { names: listed(wrong.map((kind) => say(`keeping.${kind}`))) })}
          </p>
        )}
        {keeping.set && !isWrong && (
          <p className="text-13 text-muted">
            {sayWith(keeping.set.by === null ? 'keeping.was-set' : 'keeping.set-by', {
              who: () => <ShownText text={keeping.set?.by ?? ''} />,
              when: () => <Moment iso={keeping.set?.at ?? ''} sentence />,
            })}
          </p>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
      {question}
    </form>
  );
}

/** Existing records are deleted by the next sweep, so people who shorten a time first see how many there are. */
function useSaving(days: Record<KeptKind, number | null | undefined>, onSaved: KeepingFormProps['onSaved']) {
  const { doing, outcome, act, forget } = useAct();
  const [going, setGoing] = useState<GoingView | null>(null);
  const put = async () => {
    onSaved(await request<KeepingView>('PUT', '/api/keeping', days));
    return say('keeping.saved');
  };
  const ask = async () => {
    const found = await request<GoingView>('POST', '/api/keeping/going', days);
    if (Object.values(found).every((count) => count === 0)) return put();
    setGoing(found);
    return undefined;
  };
  const save = (work: () => Promise<string | undefined> = ask) =>
    void act('', say('keeping.not-saved'), work);
  const question = going && <AskGoing going={going} onGo={() => save(put)} onClose={() => setGoing(null)} />;
  return { doing, outcome, forget, save, question };
}

const listed = (names: string[]) => new Intl.ListFormat(currentIntl()).format(names);

interface DaysFieldProps {
  kind: KeptKind;
  time: KeptTime;
  text: string;
  isWrong: boolean;
  onChange(text: string): void;
}

function DaysField({ kind, time: { most, least }, text, isWrong, onChange }: DaysFieldProps) {
  const [id, about, wrong] = [useId(), useId(), useId()];
  const field = useEarly<HTMLInputElement>(text, onChange);
  return (
    <div className="@container px-4 py-3">
      <div className="flex flex-col gap-x-6 gap-y-3 @min-[38rem]:flex-row @min-[38rem]:items-start @min-[38rem]:justify-between">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-medium text-14 text-ink">
            {say(`keeping.${kind}`)}
          </label>
          <p id={about} className="mt-0.5 max-w-prose text-13 text-muted">
            {say(`keeping.${kind}.why`)}{' '}
            {most === null ? say('keeping.else-ever') : say('keeping.else-operator', { days: most })}
          </p>
        </div>
        <div className="shrink-0 text-13 @min-[38rem]:w-44">
          <span className="flex items-center gap-2 text-muted @min-[38rem]:justify-end">
            <input
              {...field}
              id={id}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              placeholder={most === null ? say('keeping.ever') : String(most)}
              aria-describedby={`${about} ${wrong}`}
              {...(isWrong && { 'aria-invalid': true })}
              className="h-10 w-28 rounded-control border border-edge bg-page px-2 text-right text-14 text-ink tabular-nums placeholder:text-muted max-md:h-11"
            />
            {/* "for ever" is no number of days. */}
            <span className={most === null && text.trim() === '' ? 'invisible' : ''}>
              {say('keeping.days')}
            </span>
          </span>
          <p id={wrong} role="status" className="mt-1.5 text-failed empty:hidden @min-[38rem]:text-right">
            {isWrong &&
              (most === null ? say('keeping.from', { least }) : say('keeping.range', { least, most }))}
          </p>
        </div>
      </div>
    </div>
  );
}
