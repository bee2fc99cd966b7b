'use client';
/**
 * One rule while a person edits it: each change is sent in order, and a refused one leaves the rule as it was. A change
 * after which a rule of the team asks less waits for Save or Discard, with the record's evidence. One that only asks
 * more is saved at once, and its effect on past calls is reported afterwards.
 */
import { useEffect, useRef, useState } from 'react';
import { ApiError, type Fetch, request, wordsOf } from '@/components/api/api';
import { say } from '@/components/words/say';
import type { Replayed } from '@/lib/replay/replay-view';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';
import { asksLess } from './asks-less';

export type RuleValue = Pick<PolicyRule, 'effect' | 'locked' | 'critical' | 'openForHours' | 'holdSeconds'>;
export type RulePlace = Pick<PolicyRule, 'server' | 'tool' | 'own'>;

export const NOTHING_SET: RuleValue = {
  effect: null,
  locked: false,
  critical: false,
  openForHours: null,
  holdSeconds: null,
};

/** The outcome of the last change. */
export type SaveState =
  | { kind: 'nothing' | 'trying' | 'saving' | 'saved' | 'tried' }
  | { kind: 'refused'; words: string };

/** How long the page says that a change is saved. */
const SAID_FOR_MS = 4_000;

/** The record's evidence on a change: what would have become of the calls, or why that could not be determined. */
export type Trial = { found: Replayed } | { problem: string };

/** Stores a rule; one that sets nothing removes it. Throws `ApiError`. */
function saveRule(rule: PolicyRule): Promise<PolicyView> {
  return request('PUT', '/api/policy', rule);
}

/** The longest wait for the record before a rule is saved, in milliseconds. */
const PATIENCE_MS = 8_000;

/**
 * @param before the previous value, if the change is saved already
 * @returns undefined: people who may not try a rule may not set one either, and are told so when they do
 */
async function tryRule(place: RulePlace, value: RuleValue, before?: RuleValue): Promise<Trial | undefined> {
  const { server, tool } = place;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const call: Fetch = (input, init) => fetch(input, { ...init, signal });
  try {
    const body = { server, tool, ...heard(value), ...(before && { before: heard(before) }) };
    return { found: await request<Replayed>('POST', '/api/policy/replay', body, call) };
  } catch (error) {
    if (signal.aborted) return { problem: say('trial.slow') };
    if (error instanceof ApiError && error.code === 'forbidden') return undefined;
    return { problem: wordsOf(error) };
  }
}

/** The part of a rule that is tried on the record. */
const heard = ({ effect, locked, critical }: RuleValue) => ({ effect, locked, critical });

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

const asked = (value: RuleValue) => JSON.stringify(heard(value));

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
  /** @param mayLoosen its Save was pressed, below the record's evidence */
  const put = (next: RuleValue, mayLoosen: boolean) => {
    const turn = ++newest.current;
    const isNewest = () => turn === newest.current;
    const waits = !mayLoosen && !place.own && asksLess(next, stored);
    const isTold = !place.own && asked(next) !== asked(stored);
    const keep = (found: Trial | undefined) => setTrial(found ? { ...found, against: asked(stored) } : null);
    setTrial(null);
    show(next, { kind: waits ? 'trying' : 'saving' });
    before.current = before.current.then(async () => {
      if (waits) {
        const found = await tryRule(place, next);
        if (!isNewest()) return;
        keep(found);
        if (found) return setSaid({ kind: 'tried' });
        setSaid({ kind: 'saving' });
      }
      const became = await send(place, next, onSaved);
      if (!isNewest()) return;
      if (became.kind === 'refused') setTrial(null);
      show(null, became);
      if (became.kind === 'refused' || waits || mayLoosen || !isTold) return;
      const found = await tryRule(place, next, stored);
      if (isNewest()) keep(found);
    });
  };
  return {
    value,
    said,
    trial,
    /** The shown value is not in force. */
    isUnsaved: draft !== null && (said.kind === 'tried' || said.kind === 'trying'),
    change(part: Partial<RuleValue>): void {
      const { effect, locked, critical, openForHours, holdSeconds = null } = { ...value, ...part };
      put({ effect, locked, critical, openForHours, ...(!place.own && { holdSeconds }) }, false);
    },
    /** Puts the change in force; if somebody has changed the rule meanwhile, it is tried again first. */
    save: () => put(value, trial === null || trial.against === asked(stored)),
    discard(): void {
      newest.current += 1;
      setTrial(null);
      show(null, { kind: 'nothing' });
    },
  };
}
