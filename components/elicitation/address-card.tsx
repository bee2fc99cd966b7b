'use client';
/**
 * A page that a server wants to have opened during a call: its host large, the whole address below. Only the person
 * opens it, by a link that gives that page no handle on this one; Amber does not see what is done there.
 */
import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormReply } from '@/components/api/answer';
import { Announcement } from '@/components/shown/announcement';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import { Button, buttonClass } from '../ui/button';
import { type FormCardProps, Head, Words } from './form-card';

export function AddressCard({ form, name, onAnswer }: Omit<FormCardProps, 'onSent'>) {
  const server = visibleString(form.server);
  const { address } = form;
  if (!address) return null;
  return (
    <>
      <Announcement words={say('address.asks', { server })} />
      <section
        aria-label={say('form.question', { server })}
        data-testid="elicitation-card"
        data-elicitation-id={form.id}
        className="@container relative min-w-0 rounded-card border border-edge bg-raised p-4 pl-[46px] text-ink max-md:p-3.5"
      >
        <Head form={form} name={name} isAddress />
        <Words form={form} />
        <p className="mt-3 text-12 text-muted">{say('address.host')}</p>
        <p data-testid="address-host" className="wrap-anywhere font-semibold text-20">
          <ShownText text={address.host} />
        </p>
        <p className="wrap-anywhere mt-1 font-mono text-12 text-ink-2">
          <ShownText text={address.url} />
        </p>
        <Answers form={form} onAnswer={onAnswer} address={address} />
      </section>
    </>
  );
}

type AnswersProps = Pick<FormCardProps, 'form' | 'onAnswer'> & {
  address: NonNullable<FormCardProps['form']['address']>;
};

function Answers({ form, onAnswer, address }: AnswersProps) {
  const { problem, isSending, reply } = useReply(form.id, onAnswer);
  if (!onAnswer) return <p className="mt-3 text-13 text-muted">{say('form.only-owner')}</p>;
  return (
    <>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere mt-2 font-medium text-14 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      <footer className="mt-3 flex flex-wrap gap-2">
        <a
          href={address.url}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          // The link itself opens the tab; the server is told that it was opened.
          onClick={() => reply({ action: 'accept', content: {} })}
          className={buttonClass('act', 'h-auto! min-h-11 min-w-0 py-2 md:min-h-10')}
        >
          <ExternalLink aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          <span className="wrap-anywhere min-w-0">
            {say('address.open', { host: visibleString(address.host) })}
          </span>
        </a>
        <Button aria-disabled={isSending} onClick={() => reply({ action: 'decline' })}>
          {say('form.decline')}
        </Button>
        <Button aria-disabled={isSending} look="plain" onClick={() => reply({ action: 'cancel' })}>
          {say('address.not-now')}
        </Button>
      </footer>
      <p className="mt-2 max-w-prose text-13 text-muted">{say('address.means')}</p>
    </>
  );
}

function useReply(id: string, onAnswer: FormCardProps['onAnswer']) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // A second press can come before the next render.
  const isBusy = useRef(false);
  const send = async (said: FormReply) => {
    if (isBusy.current || !onAnswer) return;
    isBusy.current = true;
    setSending(true);
    setProblem(null);
    const outcome = await onAnswer(id, said).catch(() => ({
      ok: false as const,
      message: say('form.unsent'),
    }));
    if (outcome.ok) return;
    isBusy.current = false;
    setSending(false);
    setProblem(outcome.message);
  };
  return { problem, isSending, reply: (said: FormReply) => void send(said) };
}
