'use client';
/** The content of the card of a call with an unknown outcome: what was sent, and what is known about it. */
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorWords } from '@/components/api/error-words';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { valueRows } from '@/components/shown/table/value-rows';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { nameOf } from '../call-name';
import { CARD_ICON, CardHeader, CardSection, ON_CARD, ToolName } from '../card-frame';
import { ValueList } from '../tool-input';
import { timesWords } from './unknown-call-words';

interface UnknownCallContentProps {
  unknownCall: UnknownCallView;
  /** Called with the name of a value that was opened in full. Absent: the card is read-only. */
  onOpened?: (what: string) => void;
}

export function UnknownCallContent({ unknownCall, onOpened }: UnknownCallContentProps) {
  const { trusted, server, callId, sentAt, attempts } = unknownCall;
  const waits = onOpened !== undefined;
  const name = nameOf(unknownCall);
  return (
    <>
      <CardHeader
        icon={<CircleQuestionMark aria-hidden size={20} strokeWidth={1.75} className={CARD_ICON} />}
        title={sayWith('doubt.question', { tool: () => <ToolName name={name} trusted={trusted} /> })}
        name={name}
        server={server}
        trusted={trusted}
      >
        {say(unknownCall.stopped ? 'doubt.was-stopped' : 'doubt.no-answer')}{' '}
        {say(waits ? 'doubt.nobody-knows' : 'doubt.nobody-knew')}
      </CardHeader>
      <CardSection title={say('doubt.known')}>
        <div className="max-w-[34rem] text-14 text-card-ink">
          <LongText
            text={told(errorWords(unknownCall.text, trusted))}
            name={say('doubt.known')}
            buttonClass={ON_CARD.button}
          />
        </div>
      </CardSection>
      {unknownCall.late !== null && (
        <CardSection title={say('doubt.late')}>
          <div className="max-w-[34rem] text-14 text-card-ink">
            <LongText text={unknownCall.late} name={say('doubt.late-name')} buttonClass={ON_CARD.button} />
          </div>
        </CardSection>
      )}
      <CardSection title={say('doubt.sent')}>
        <dl>
          <Fact name={say('decided.when')}>
            <Moment iso={sentAt} utc />, {timesWords(attempts)}
          </Fact>
        </dl>
        <ValueList
          rows={valueRows(unknownCall.input)}
          looks={ON_CARD}
          onOpened={onOpened}
          testId={waits ? 'doubt-input' : undefined}
        />
        <dl>
          <Fact name={say('doubt.call-id')}>
            <span className="wrap-anywhere font-mono text-13">
              <ShownText text={callId} />
            </span>
          </Fact>
        </dl>
      </CardSection>
    </>
  );
}

/** A fact from the app itself among the arguments, distinguished by its regular typeface. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={ON_CARD.row}>
      <dt className={ON_CARD.name}>{name}</dt>
      <dd className={ON_CARD.value}>{children}</dd>
    </div>
  );
}
