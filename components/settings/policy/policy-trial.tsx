'use client';
/**
 * A rule is tried on the team's record before it is in force: what it would have asked more and less, and which
 * decisions it would have contradicted.
 */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { visibleString } from '@/components/shown/visible-text';
import { nameOf } from '@/components/tool-call/call-name';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { ToolView } from '@/lib/agent/tool-views';
import { EFFECTS } from '@/lib/policy/policy';
import { REPLAY_DAYS, type Replayed, type TriedRule } from '@/lib/replay/replay-view';
import type { PolicyView } from '@/lib/rules/policy-rules';
import { PolicySuggestions } from './policy-suggestions';
import { TrialResult } from './trial-result';

interface PolicyTrialProps {
  tools: readonly ToolView[];
  rules: PolicyView['rules'];
  onSaved: (policy: PolicyView) => void;
}

export function PolicyTrial(props: PolicyTrialProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-testid="policy-trial"
      className="mt-4 max-w-[44rem] rounded-table border bg-raised px-3.5 py-2"
    >
      <summary className="w-fit rounded-control py-1 font-medium text-14 max-md:min-h-11 max-md:py-3">
        {say('trial.title')}
      </summary>
      {isOpen && <Trial {...props} />}
    </details>
  );
}

const SELECT = 'h-11 w-full cursor-pointer rounded-control border border-edge bg-page px-2.5 text-13 md:h-8';

type Said = Partial<Pick<TriedRule, 'effect' | 'locked'>>;

function Trial({ tools, rules, onSaved }: PolicyTrialProps) {
  const places = placesOf(tools);
  const [place, setPlace] = useState(0);
  // Only the fields changed here; the others stay as they are set.
  const [said, setSaid] = useState<Said>({});
  const [tried, setTried] = useState<{ rule: TriedRule; found: Replayed } | null>(null);
  const { doing, outcome, act } = useAct();
  const { server = '', tool = null } = places[place] ?? {};
  const stands = rules.find((rule) => !rule.own && rule.server === server && rule.tool === tool);
  const rule = ruleOf({ server, tool }, stands, said);
  // A result is of exactly one rule, even if somebody changes the stored one meanwhile.
  const result = tried && JSON.stringify(tried.rule) === JSON.stringify(rule) ? tried : null;
  const tryIt = () => {
    const { openForHours: _hours, holdSeconds: _hold, ...body } = rule;
    return act('try', '', async () => {
      setTried(null);
      setTried({ rule, found: await request<Replayed>('POST', '/api/policy/replay', body) });
      return undefined;
    });
  };
  const setIt = ({ rule: wanted }: { rule: TriedRule }) =>
    act('set', '', async () => {
      onSaved(await request<PolicyView>('PUT', '/api/policy', wanted));
      return say('trial.is-set');
    });
  return (
    <div className="pb-2">
      <p className="max-w-prose text-13 text-muted">{say('trial.means', { days: REPLAY_DAYS })}</p>
      <Fields
        places={places}
        place={place}
        rule={rule}
        onPlace={(next) => {
          setPlace(next);
          setSaid({});
          setTried(null);
        }}
        onSaid={(more) => {
          setSaid({ ...said, ...more });
          setTried(null);
        }}
      />
      <Button className="mt-2" disabled={doing !== null || places.length === 0} onClick={() => void tryIt()}>
        {say(doing === 'try' ? 'trial.trying' : 'trial.try')}
      </Button>
      <OutcomeLine outcome={outcome} />
      {result && (
        <>
          <TrialResult found={result.found} />
          <Button
            look="outline"
            className="mt-3"
            disabled={doing !== null}
            onClick={() => void setIt(result)}
          >
            {say('trial.set')}
          </Button>
        </>
      )}
      <PolicySuggestions />
    </div>
  );
}

interface FieldsProps {
  places: ReturnType<typeof placesOf>;
  place: number;
  rule: TriedRule;
  onPlace: (place: number) => void;
  onSaid: (said: Said) => void;
}

function Fields({ places, place, rule: { effect, locked }, onPlace, onSaid }: FieldsProps) {
  return (
    <>
      <div className="mt-2 grid gap-2 md:grid-cols-2">
        <select
          aria-label={say('trial.tool')}
          value={place}
          className={SELECT}
          onChange={(event) => onPlace(Number(event.target.value))}
        >
          {places.map(({ words }, index) => (
            <option key={words} value={index}>
              {words}
            </option>
          ))}
        </select>
        <select
          aria-label={say('trial.effect')}
          value={effect ?? ''}
          className={SELECT}
          onChange={(event) => onSaid({ effect: EFFECTS.find((one) => one === event.target.value) ?? null })}
        >
          <option value="">{say('trial.as-declared')}</option>
          {EFFECTS.map((one) => (
            <option key={one} value={one}>
              {say(`effect.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-2 text-13 text-ink-2 md:min-h-8">
        <input
          type="checkbox"
          checked={locked}
          className="size-[18px] shrink-0 cursor-pointer accent-act"
          onChange={(event) => onSaid({ locked: event.target.checked })}
        />
        {say('trial.lock')}
      </label>
    </>
  );
}

/** Unchanged fields stay as they are set; without a stored rule, the first one tried is to let the call run. */
function ruleOf(
  place: Pick<TriedRule, 'server' | 'tool'>,
  stands: PolicyView['rules'][number] | undefined,
  said: Said,
): TriedRule {
  const { effect = 'allow', locked = false, critical = false, openForHours = null } = { ...stands, ...said };
  const holdSeconds = stands?.holdSeconds ?? null;
  return { ...place, effect, locked, critical, openForHours, ...(holdSeconds !== null && { holdSeconds }) };
}

/** Every tool, and each server as a whole. */
function placesOf(tools: readonly ToolView[]): { server: string; tool: string | null; words: string }[] {
  const servers = [...new Set(tools.map(({ server }) => server))];
  return servers.flatMap((server) => [
    { server, tool: null, words: `${visibleString(server)}: ${say('policy.every-tool')}` },
    ...tools
      .filter((tool) => tool.server === server)
      .map((tool) => ({
        server,
        tool: tool.name,
        words: `${visibleString(server)}: ${visibleString(nameOf({ ...tool, tool: tool.name }))}`,
      })),
  ]);
}
