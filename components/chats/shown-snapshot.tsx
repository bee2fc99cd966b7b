'use client';
import { bytesWords } from '@/components/chat/attached/bytes-words';
/** A snapshot of a chat, to be read or printed: nothing in it can be pressed except links. */
import { Markdown } from '@/components/chat/markdown/markdown';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { ownWords } from '@/components/words/own-words';
import { say, sayWith } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { SnapshotDecision, SnapshotMessage, SnapshotPart } from '@/lib/chats/snapshot-view';

export function ShownSnapshot({ messages }: { messages: readonly SnapshotMessage[] }) {
  return (
    <div className="flex flex-col gap-7">
      {messages.map(({ role, at, parts }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it never changes
        <article key={place} className="break-words">
          <h2 className="mb-1 flex items-baseline gap-2 text-13 font-medium text-ink-2">
            {say(role === 'user' ? 'finding.snapshot.asked' : 'finding.snapshot.answered')}
            {at && (
              <span className="text-12 font-normal text-muted">
                <Moment iso={at} dated />
              </span>
            )}
          </h2>
          {parts.map((part, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: it never changes
            <Part key={nth} part={part} isAnswer={role === 'assistant'} />
          ))}
        </article>
      ))}
    </div>
  );
}

function Part({ part, isAnswer }: { part: SnapshotPart; isAnswer: boolean }) {
  switch (part.type) {
    case 'text':
      if (isAnswer) return <Markdown text={part.text} streaming={false} />;
      return (
        <p dir="auto" className="whitespace-pre-wrap text-14">
          <ShownText text={part.text} />
        </p>
      );
    case 'file': {
      const { name, size } = part;
      return (
        <p className="mt-2 text-13 text-muted">
          {sayWith('files.snapshot', { name: () => <ShownText text={name} />, size: bytesWords(size) })}
        </p>
      );
    }
    case 'notice':
      return <p className="mt-2 text-13 text-muted">{told(part.text)}</p>;
    case 'call':
      return <Call call={part} />;
  }
}

const STATES: Record<string, 'done' | 'failed' | 'denied'> = {
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'denied',
};

function Call({ call }: { call: Extract<SnapshotPart, { type: 'call' }> }) {
  const { input, output, error } = call;
  const all = JSON.stringify(
    { input, ...(output !== undefined && { output }), ...(error && { error }) },
    null,
    2,
  );
  return (
    <>
      <details className="my-2 rounded-control border px-3 py-2 text-13">
        <summary>
          <span className="font-medium">
            <ShownText text={ownWords(call, call.title)} />
          </span>{' '}
          <span className="text-muted">
            <ShownText text={call.server} />, {say(`finding.snapshot.${STATES[call.state] ?? 'open'}`)}
          </span>
        </summary>
        <pre className="mt-2 whitespace-pre-wrap break-all font-mono text-12">
          <ShownText text={all} />
        </pre>
      </details>
      <Said call={call} />
    </>
  );
}

/** The people's decisions on the call: visible on paper, too. */
function Said({ call: { decision, takenBack } }: { call: Extract<SnapshotPart, { type: 'call' }> }) {
  if (!decision && !takenBack) return null;
  return (
    <ul className="-mt-1 mb-3 px-3 text-13 text-ink-2">
      {decision && (
        <li>
          <ShownText text={decisionWords(decision)} /> <At iso={decision.at} />
        </li>
      )}
      {decision?.reason && (
        <li>
          <ShownText text={say('finding.snapshot.reason', { text: decision.reason })} />
        </li>
      )}
      {takenBack && (
        <li>
          {say('finding.snapshot.taken-back')} <At iso={takenBack.at} />
        </li>
      )}
    </ul>
  );
}

function decisionWords({ status, by }: SnapshotDecision): string {
  if (status !== 'confirmed' && status !== 'cancelled') return say(`finding.snapshot.${status}`);
  return say(`finding.snapshot.${status}`, { who: by.join(', ') || say('people.somebody') });
}

function At({ iso }: { iso: string | undefined }) {
  if (iso === undefined) return null;
  return (
    <span className="text-12 text-muted">
      <Moment iso={iso} dated />
    </span>
  );
}
