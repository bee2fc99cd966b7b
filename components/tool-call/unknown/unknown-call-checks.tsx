'use client';
/** Read-only tools of the same server that a person may call first, and their results. They decide nothing. */
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { CheckAnswer, UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { LongText } from '@/components/shown/long-text';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { ownWords } from '@/components/words/own-words';
import { say, sayWith } from '@/components/words/say';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { CardSection } from '../card-frame';
import { inOwnWords } from '../result/own-result';
import { ToolOutput } from '../result/tool-output';
import { isTabular, resultOf } from '../result/tool-result';

type Check = UnknownCallView['checks'][number];

/** The newest answer. */
interface Asked {
  check: Check;
  /** ISO 8601, UTC. */
  at: string;
  answer: CheckAnswer;
}

interface UnknownCallChecksProps {
  unknownCall: UnknownCallView;
  onCheck: UnknownCallHandlers['check'];
}

export function UnknownCallChecks({ unknownCall, onCheck }: UnknownCallChecksProps) {
  const [asking, setAsking] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (unknownCall.checks.length === 0) return null;
  const titleOf = ({ title }: Check) => ownWords(unknownCall, title);
  const ask = async (check: Check) => {
    if (asking !== null) return;
    setAsking(check.tool);
    const answer = await onCheck(unknownCall.callId, check.tool).catch(unasked);
    setAsked({ check, at: new Date().toISOString(), answer });
    setAsking(null);
  };
  return (
    <CardSection title={say('check.title')}>
      <div className="flex flex-wrap gap-1.5 pt-0.5">
        {unknownCall.checks.map((check) => (
          <button
            key={check.tool}
            type="button"
            // Not `disabled`, so that keyboard users keep the focus.
            aria-disabled={asking !== null}
            onClick={() => void ask(check)}
            className="flex min-h-7 min-w-0 items-center gap-2 rounded-badge border border-card-ink px-2.5 text-left font-medium text-13 text-card-ink max-md:min-h-11"
          >
            <Eye aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
            <span className="wrap-anywhere min-w-0">
              {sayWith(asking === check.tool ? 'check.asking' : 'check.with', {
                tool: () => <ShownText text={titleOf(check)} />,
              })}
            </span>
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {asked &&
          say(asked.answer.ok ? 'check.answered' : 'check.no-answer', {
            tool: visibleString(titleOf(asked.check)),
          })}
      </p>
      {asked && <Answer unknownCall={unknownCall} {...asked} />}
    </CardSection>
  );
}

function unasked(): CheckAnswer {
  return { ok: false, message: say('check.unsent') };
}

function Answer({ unknownCall, check, at, answer }: Asked & Pick<UnknownCallChecksProps, 'unknownCall'>) {
  return (
    <div
      data-testid="doubt-check"
      className="mt-2.5 min-w-0 overflow-hidden rounded-table border border-card-line bg-raised text-ink"
    >
      <p className="break-words border-line border-b px-3 py-2 text-12 text-muted">
        <span className="font-medium">
          {sayWith('check.says-now', { server: () => <ShownText text={unknownCall.server} /> })}
        </span>
        , <ShownText text={ownWords(unknownCall, check.title)} />, <Moment iso={at} />
      </p>
      <AnswerBody answer={answer} unknownCall={unknownCall} />
    </div>
  );
}

function AnswerBody({
  answer,
  unknownCall,
}: Pick<Asked, 'answer'> & Pick<UnknownCallChecksProps, 'unknownCall'>) {
  if (!answer.ok) {
    return (
      <div className="px-3 py-2 text-13 text-failed">
        <LongText text={answer.message} name={say('call.error')} />
      </div>
    );
  }
  const { text, structured } = answer.outcome;
  const result = inOwnWords(unknownCall, resultOf(structured ?? text));
  return (
    <div className={isTabular(result) ? 'min-w-0' : 'min-w-0 px-3 py-2'}>
      <ToolOutput result={result} />
    </div>
  );
}
