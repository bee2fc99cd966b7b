'use client';
/**
 * The outcome of a form: who answered what, or why nobody was asked. Answers are shown only to the person who gave
 * them.
 */
import { Ban, Check, X } from 'lucide-react';
import type { Ref } from 'react';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say, sayWith } from '@/components/words/say';
import type { ElicitationView, FormAnswer } from '@/lib/elicitation/elicitation-view';
import { OPEN_MINUTES } from '@/lib/elicitation/elicitation-view';
import { labelOf, outcomeKey, valueWords } from './words';

interface FormLineProps {
  form: ElicitationView;
  /** The answer, as far as this reader may see it. */
  answer: FormAnswer | null;
  isMine: boolean;
  /** Takes the focus over from a form that was answered by keyboard. */
  place: Ref<HTMLDivElement>;
}

export function FormLine({ form, answer, isMine, place }: FormLineProps) {
  const { status, refusal, answeredAt, expiresAt } = form;
  const Mark = refusal ? Ban : status === 'accepted' ? Check : X;
  return (
    <div
      ref={place}
      tabIndex={-1}
      data-testid="elicitation-line"
      data-status={status}
      data-refusal={refusal?.why}
      className="flex min-w-0 items-start gap-2 px-3 py-2 text-13 outline-offset-[-2px]"
    >
      <Mark aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-x-4 max-md:flex-col">
          <p className="wrap-anywhere min-w-0 flex-1 text-ink">
            <What form={form} isMine={isMine} />
          </p>
          <span className="shrink-0 text-muted tabular-nums">
            <Moment iso={answeredAt ?? expiresAt} />
          </span>
        </div>
        {refusal?.about && <About text={refusal.about} />}
        {answer && <Values form={form} answer={answer} />}
      </div>
    </div>
  );
}

function What({ form, isMine }: Pick<FormLineProps, 'form' | 'isMine'>) {
  if (form.refusal) {
    return (
      <>
        “<ShownText text={form.server} />” {say(`refusal.${form.refusal.why}`)}
      </>
    );
  }
  return sayWith(outcomeKey(form, isMine), {
    minutes: OPEN_MINUTES,
    server: () => <ShownText text={form.server} />,
  });
}

/** Untrusted text, in full and as plain text: an address is never a link. */
function About({ text }: { text: string }) {
  return (
    <div className="wrap-anywhere mt-1 border-edge border-l-2 pl-3 text-ink-2">
      <LongText text={text} name={say('form.about')} />
    </div>
  );
}

function Values({ form: { fields }, answer }: { form: ElicitationView; answer: FormAnswer }) {
  const known = new Map(fields.map((field) => [field.name, field]));
  return (
    <dl className="mt-1">
      {Object.entries(answer).map(([name, value]) => {
        const field = known.get(name);
        const label = field ? labelOf(field) : name;
        return (
          <div key={name} className="flex flex-wrap gap-x-3 py-0.5">
            <dt className="wrap-anywhere w-[140px] shrink-0 text-muted max-md:w-[100px]">
              <ShownText text={label} />
            </dt>
            <dd className="wrap-anywhere min-w-0 flex-1 text-ink-2">
              <LongText text={valueWords(field, value)} name={visibleString(label)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
