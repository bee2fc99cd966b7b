'use client';
/**
 * What a rule would have done to the team's calls, in sentences; and the calls on which a person had decided otherwise.
 */
import { Moment } from '@/components/shown/moment';
import { dateWords } from '@/components/shown/say-time';
import { ShownText } from '@/components/shown/shown-text';
import { useNow } from '@/components/ui/use-now';
import { say, sayWith } from '@/components/words/say';
import { type Counted, REPLAY_DAYS, type Replayed } from '@/lib/replay/replay-view';

const KINDS = ['more', 'less', 'stricter', 'softer', 'refused', 'freed', 'unjudged'] as const;

export function TrialResult({ found }: { found: Replayed }) {
  const now = useNow(60_000);
  const { calls, takeBacks, since, isCut, cancelledButRun, confirmedButRefused } = found;
  const said = KINDS.filter((kind) => found[kind] > 0);
  return (
    <div data-testid="trial-result" className="mt-3 border-t pt-3 text-14">
      <p className="font-medium text-ink">
        {say('trial.calls', { count: calls, since: dateWords(since, now ?? new Date(since)) })}{' '}
        {isCut && say('trial.cut', { days: REPLAY_DAYS })}
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-5 text-ink-2">
        {said.map((kind) => (
          <li key={kind} data-kind={kind}>
            {say(`trial.${kind}`, { count: found[kind] })}
          </li>
        ))}
      </ul>
      {calls > 0 && said.length === 0 && <p className="text-ink-2">{say('trial.same')}</p>}
      {takeBacks > 0 && (
        <p className="mt-1 text-13 text-muted">{say('trial.take-backs', { count: takeBacks })}</p>
      )}
      <Listed found={cancelledButRun} about="trial.cancelled" />
      <Listed found={confirmedButRefused} about="trial.confirmed" />
    </div>
  );
}

function Listed({ found, about }: { found: Counted; about: 'trial.cancelled' | 'trial.confirmed' }) {
  if (found.count === 0) return null;
  return (
    <section aria-label={say(about, { count: found.count })} className="mt-3">
      <h3 className="font-medium text-14 text-ink">{say(about, { count: found.count })}</h3>
      {found.listed.length < found.count && (
        <p className="text-13 text-muted">{say('trial.newest', { count: found.listed.length })}</p>
      )}
      <ul className="mt-1 divide-y divide-line">
        {found.listed.map(({ id, at, title: tool, who, input }) => (
          <li key={id} className="py-1.5 text-13">
            <p className="text-ink-2">
              <span className="font-medium text-ink">
                <ShownText text={tool} />
              </span>
              {': '}
              {sayWith('trial.by', {
                who: () => <ShownText text={who ?? say('people.left')} />,
                when: () => <Moment iso={at} sentence />,
              })}
            </p>
            <p className="break-words font-mono text-12 text-muted">
              <ShownText text={input} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
