'use client';
/**
 * What a server asks during a call, as a form. It decides nothing and must not look like a decision: it has none of the
 * approval card's yellow. It takes no focus by itself, and names the server that receives the input.
 */
import { MessageCircleQuestionMark } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AnswerForm, AnswerOutcome, FormReply } from '@/components/api/answer';
import { Announcement } from '@/components/shown/announcement';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say, sayWith } from '@/components/words/say';
import type { ElicitationView, FormAnswer, FormField } from '@/lib/elicitation/elicitation-view';
import { OPEN_MINUTES } from '@/lib/elicitation/elicitation-view';
import type { Complaints } from '@/lib/elicitation/form-answer';
import { Button } from '../ui/button';
import { FormFieldRow } from './form-field';
import { presetOf, readForm, type Typed } from './typed';
import { labelOf } from './words';

export interface FormCardProps {
  form: ElicitationView;
  /** The name of the tool in whose call it is asked. */
  name: string;
  /** Absent: only the chat's owner can answer. */
  onAnswer: AnswerForm | undefined;
  /** Called with the answer that the server took. */
  onSent(answer: FormAnswer | null): void;
}

export function FormCard({ form, name, onAnswer, onSent }: FormCardProps) {
  const server = visibleString(form.server);
  return (
    <>
      <Announcement words={say('form.asks', { server })} />
      <section
        aria-label={say('form.question', { server })}
        data-testid="elicitation-card"
        data-elicitation-id={form.id}
        className="@container relative min-w-0 rounded-card border border-edge bg-raised p-4 pl-[46px] text-ink max-md:p-3.5"
      >
        <Head form={form} name={name} />
        <Words form={form} />
        <Fields form={form} onAnswer={onAnswer} onSent={onSent} />
      </section>
    </>
  );
}

interface HeadProps extends Pick<FormCardProps, 'form' | 'name'> {
  /** The server asks for a page to be opened. */
  isAddress?: boolean;
}

export function Head({ form: { server, trusted, expiresAt }, name, isAddress = false }: HeadProps) {
  const whose = isAddress
    ? (['address.untrusted', 'address.trusted'] as const)
    : (['form.untrusted', 'form.trusted'] as const);
  return (
    <header>
      <div className="flex min-w-0 gap-x-2.5">
        <MessageCircleQuestionMark
          aria-hidden
          size={20}
          strokeWidth={1.75}
          className="absolute top-[18px] left-4 text-muted max-md:static max-md:mt-0.5 max-md:shrink-0"
        />
        <h3 className="wrap-anywhere min-w-0 font-semibold text-16 leading-6">
          {sayWith(isAddress ? 'address.asks-quoted' : 'form.asks-quoted', {
            server: () => <ShownText text={server} />,
          })}
        </h3>
      </div>
      <HiddenNote text={server} />
      <p className="mt-0.5 max-w-prose break-words text-13 text-ink-2">
        {sayWith(whose[Number(trusted)] ?? whose[0], { name: () => <ShownText text={name} /> })}
      </p>
      <p className="mt-1 text-13 text-muted">
        {sayWith('form.open-until', { minutes: OPEN_MINUTES, when: () => <Moment iso={expiresAt} /> })}
      </p>
    </header>
  );
}

export function Words({ form: { message, trusted } }: Pick<FormCardProps, 'form'>) {
  return (
    <div className="mt-3 border-edge border-l-2 pl-3">
      <p className="text-12 text-muted">{trusted ? say('form.words') : say('form.words-unverified')}</p>
      <div className="mt-0.5 max-w-prose text-14">
        <LongText text={message} name={say('form.what-it-says')} />
      </div>
    </div>
  );
}

function Fields({ form, onAnswer, onSent }: Omit<FormCardProps, 'name'>) {
  const { fields, trusted } = form;
  const prefix = useId();
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const idOf = (field: FormField) => `${prefix}-${fields.indexOf(field)}`;
  const { sending, problem, complaints, complain, reply } = useSaying({ form, onAnswer, onSent }, idOf);
  const send = () => {
    const read = readForm(fields, typed);
    if (read.ok) return void reply({ action: 'accept', content: read.answer });
    complain(read.complaints);
  };
  return (
    <form
      noValidate
      autoComplete="off"
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {fields.map((field) => (
        <FormFieldRow
          key={field.name}
          id={idOf(field)}
          field={field}
          typed={typed.get(field.name) ?? presetOf(field)}
          trusted={trusted}
          complaint={Object.hasOwn(complaints, field.name) ? complaints[field.name] : undefined}
          disabled={sending !== null || !onAnswer}
          onChange={(value) => setTyped(new Map(typed).set(field.name, value))}
        />
      ))}
      {problem !== null && (
        <p role="alert" className="wrap-anywhere mt-2 font-medium text-14 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      <Foot sending={sending} onAnswer={onAnswer} onDecline={() => void reply({ action: 'decline' })} />
    </form>
  );
}

/** The answer that is being sent, and the result of the previous one. */
function useSaying(
  { form, onAnswer, onSent }: Omit<FormCardProps, 'name'>,
  idOf: (field: FormField) => string,
) {
  const [complaints, setComplaints] = useState<Complaints>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<FormReply['action'] | null>(null);
  // A second press can come before the next render.
  const isBusy = useRef(false);
  const complain = (about: Complaints) => {
    setComplaints(about);
    const [first, ...others] = form.fields.filter(({ name }) => Object.hasOwn(about, name));
    if (!first) return;
    document.getElementById(idOf(first))?.focus();
    // The field may be far above, so the problem is also shown beside the button that was pressed.
    const said = { field: labelOf(first), complaint: about[first.name] ?? '' };
    const count = others.length;
    setProblem(count > 0 ? say('form.not-sent-more', { ...said, count }) : say('form.not-sent', said));
  };
  const reply = async (said: FormReply) => {
    if (isBusy.current || !onAnswer) return;
    isBusy.current = true;
    setSending(said.action);
    setProblem(null);
    const outcome = await onAnswer(form.id, said).catch(unsent);
    if (outcome.ok) return onSent(said.action === 'accept' ? said.content : null);
    isBusy.current = false;
    setSending(null);
    complain(outcome.fields ?? {});
    setProblem(outcome.message);
  };
  return { sending, problem, complaints, complain, reply };
}

interface FootProps {
  sending: FormReply['action'] | null;
  onAnswer: AnswerForm | undefined;
  onDecline(): void;
}

/** While an answer is being sent the buttons only ignore input: disabled buttons would lose the focus. */
function Foot({ sending, onAnswer, onDecline }: FootProps) {
  if (!onAnswer) {
    return <p className="mt-3 text-13 text-muted">{say('form.only-owner')}</p>;
  }
  const busy = sending !== null;
  return (
    <footer className="mt-3 grid grid-cols-2 gap-2">
      <Button aria-disabled={busy} onClick={onDecline} className="min-w-0">
        {sending === 'decline' ? say('form.declining') : say('form.decline')}
      </Button>
      <Button type="submit" look="act" aria-disabled={busy} className="min-w-0">
        {sending === 'accept' ? say('form.sending') : say('form.send')}
      </Button>
    </footer>
  );
}

function unsent(): AnswerOutcome {
  return { ok: false, message: say('form.unsent') };
}
