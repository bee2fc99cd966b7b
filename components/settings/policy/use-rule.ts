'use client';
/**
 * One rule under somebody's hands: each change is sent in order, and what was refused stands as before. What a rule of the team
 * asks is played against the record first: where that says that less would have been asked, or that what people confirmed would have
 * been refused, it is put on and waits for Save or Discard.
 */
import { useEffect, useRef, useState } from 'react';
import { ApiError, type Fetch, request, wordsOf } from '@/components/api/api';
import { say } from '@/components/words/say';
import type { Replayed } from '@/lib/replay/replay-view';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';

export type RuleValue = Pick<PolicyRule, 'effect' | 'locked' | 'critical' | 'openForHours' | 'holdSeconds'>;
export type RulePlace = Pick<PolicyRule, 'server' | 'tool' | 'own'>;

export const NOTHING_SET: RuleValue = {
  ...{ effect: null, locked: false, critical: false, openForHours: null, holdSeconds: null },
};

/** What became of the last change. */
export type SaveState =
  | { kind: 'nothing' | 'trying' | 'saving' | 'saved' | 'tried' }
  | { kind: 'refused'; words: string };

/** For how long the page says that a change is saved. */
const SAID_FOR_MS = 4_000;

/** What the record says of a change: what would have become of the calls, or why that could not be told. */
export type Trial = { found: Replayed } | { problem: string };

/** Puts a rule in its place; one that says nothing takes it away. Throws `ApiError`. */
function saveRule(rule: PolicyRule): Promise<PolicyView> {
  return request('PUT', '/api/policy', rule);
}

/** Nobody waits for longer before a rule holds, in milliseconds. */
const PATIENCE_MS = 8_000;

/** Undefined: whoever may not try a rule may not set one, and is told so when it is set. */
async function tryRule({ server, tool }: RulePlace, value: RuleValue): Promise<Trial | undefined> {
  const { effect, locked, critical } = value;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const call: Fetch = (input, init) => fetch(input, { ...init, signal });
  try {
    const body = { server, tool, effect, locked, critical };
    return { found: await request<Replayed>('POST', '/api/policy/replay', body, call) };
  } catch (error) {
    if (signal.aborted) return { problem: say('trial.slow') };
    if (error instanceof ApiError && error.code === 'forbidden') return undefined;
    return { problem: wordsOf(error) };
  }
}

/** Whether somebody has to see it first: less would be asked, or what a person had said would not have counted. */
function mustBeSeen(trial: Trial): boolean {
  if ('problem' in trial) return true;
  const { less, softer, freed, cancelledButRun, confirmedButRefused } = trial.found;
  return [less, softer, freed, cancelledButRun?.count, confirmedButRefused?.count].some((count) => count > 0);
}

async function send(
  place: RulePlace,
  value: RuleValue,
  onSaved: (policy: PolicyView) => void,
): Promise<SaveState> {
  try {
    onSaved(await saveRule({ ...place, ...value }));
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'refused', words: say('policy.not-changed', { reason: wordsOf(error) }) };
  }
}

function useSaid() {
  const [said, setSaid] = useState<SaveState>({ kind: 'nothing' });
  useEffect(() => {
    if (said.kind !== 'saved') return;
    const timer = setTimeout(() => setSaid({ kind: 'nothing' }), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid] as const;
}

/** What the record is asked about. */
const asked = ({ effect, locked, critical }: RuleValue) => JSON.stringify([effect, locked, critical]);

export function useRule(place: RulePlace, stored: RuleValue, onSaved: (policy: PolicyView) => void) {
  const [draft, setDraft] = useState<RuleValue | null>(null);
  const [said, setSaid] = useSaid();
  const [trial, setTrial] = useState<(Trial & { against: string }) | null>(null);
  const newest = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const value = draft ?? stored;
  const show = (what: RuleValue | null, words: SaveState) => {
    setDraft(what);
    setSaid(words);
  };
  /** @param isPlayed whether the record is asked first, and may make it wait */
  const put = (next: RuleValue, isPlayed: boolean) => {
    const turn = ++newest.current;
    const isNewest = () => turn === newest.current;
    setTrial(null);
    show(next, { kind: isPlayed ? 'trying' : 'saving' });
    before.current = before.current.then(async () => {
      if (isPlayed) {
        const found = await tryRule(place, next);
        if (!isNewest()) return;
        setTrial(found ? { ...found, against: asked(stored) } : null);
        if (found && mustBeSeen(found)) return setSaid({ kind: 'tried' });
        setSaid({ kind: 'saving' });
      }
      const became = await send(place, next, onSaved);
      if (!isNewest()) return;
      if (became.kind === 'refused') setTrial(null);
      show(null, became);
    });
  };
  return {
    ...{ value, said, trial },
    change(part: Partial<RuleValue>): void {
      const { effect, locked, critical, openForHours, holdSeconds = null } = { ...value, ...part };
      const next = { effect, locked, critical, openForHours, ...(!place.own && { holdSeconds }) };
      put(next, !place.own && asked(next) !== asked(stored));
    },
    /** What was put on holds; where somebody has changed the rule meanwhile, it is played once more. */
    save: () => put(value, trial !== null && trial.against !== asked(stored)),
    discard(): void {
      newest.current += 1;
      setTrial(null);
      show(null, { kind: 'nothing' });
    },
  };
}
