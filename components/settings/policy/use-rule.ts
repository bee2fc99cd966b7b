'use client';
/** One rule under somebody's hands: each change is sent at once, in order, and what was refused stands as before. */
import { useEffect, useRef, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { say } from '@/components/words/say';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';

export type RuleValue = Pick<PolicyRule, 'effect' | 'locked' | 'critical' | 'openForHours' | 'holdSeconds'>;
export type RulePlace = Pick<PolicyRule, 'server' | 'tool' | 'own'>;

export const NOTHING_SET: RuleValue = {
  ...{ effect: null, locked: false, critical: false, openForHours: null, holdSeconds: null },
};

/** What became of the last change. */
export type SaveState = { kind: 'nothing' | 'saving' | 'saved' } | { kind: 'refused'; words: string };

/** For how long the page says that a change is saved. */
const SAID_FOR_MS = 4_000;

/** Puts a rule in its place; one that says nothing takes it away. Throws `ApiError`. */
function saveRule(rule: PolicyRule): Promise<PolicyView> {
  return request('PUT', '/api/policy', rule);
}

export function useRule(place: RulePlace, stored: RuleValue, onSaved: (policy: PolicyView) => void) {
  const [draft, setDraft] = useState<RuleValue | null>(null);
  const [said, setSaid] = useState<SaveState>({ kind: 'nothing' });
  const newest = useRef(0);
  useEffect(() => {
    if (said.kind !== 'saved') return;
    const timer = setTimeout(() => setSaid({ kind: 'nothing' }), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const value = draft ?? stored;

  const change = (part: Partial<RuleValue>) => {
    const { effect, locked, critical, openForHours, holdSeconds = null } = { ...value, ...part };
    const next = { effect, locked, critical, openForHours, ...(!place.own && { holdSeconds }) };
    const turn = ++newest.current;
    setDraft(next);
    setSaid({ kind: 'saving' });
    const end = (words: SaveState) => {
      if (turn !== newest.current) return;
      setDraft(null);
      setSaid(words);
    };
    before.current = before.current
      .then(() => saveRule({ ...place, ...next }))
      .then(
        (policy) => {
          onSaved(policy);
          end({ kind: 'saved' });
        },
        (error) => end({ kind: 'refused', words: say('policy.not-changed', { reason: wordsOf(error) }) }),
      );
  };
  return { value, said, change };
}
