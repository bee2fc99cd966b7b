/** What an empty chat suggests asking. Pure: the list is made on the server, where the day is known. */

import type { Viewer } from '@/components/shell/viewer';
import { intlOf, type Key, type Language, put } from '@/components/words/language';
import type { Effect, Requirement } from '@/lib/policy/policy';
import type { Mode } from '@/lib/runs/chat-view';
import type { Risk } from '@/mcp/annotations';

export interface Suggestion {
  /** Sent unchanged. */
  text: string;
  risk: Risk;
  /** What it leads to, in a few words from the catalogue. */
  effect: Key;
}

const READS = { risk: 'read-only', effect: 'suggestion.reads' } as const;
/** The customer of the demo company used in examples, as long as there is one of that name. */
export const EXAMPLE = 'Halden Optics';
/** How many are offered at a time. */
const OFFERED = 4;

/** The effects of the two that change something: by the rules of the team and the person. */
export interface Effects {
  draft: Effect;
  deletion: Effect;
}

/** Whom everything that can destroy something waits for: who wants it, for some of it an admin, or nobody. */
export type WhatDestroys = 'asks' | 'admins' | 'unasked';

const EMPTY = ['suggestion.can', 'suggestion.team'] as const;

const USUAL: Effects = { draft: 'allow', deletion: 'ask' };

const ASKS = {
  ask: 'suggestion.asks',
  ask_admin: 'suggestion.asks-admin',
  two_admins: 'suggestion.asks-two',
} as const satisfies Record<Requirement, Key>;

/**
 * All that this person's role allows, the most telling first.
 * @param hasExample whether this person's team has the customer used in examples
 * @param language in which the model is asked
 * @param isEmpty whether the team has no records at all
 */
export function suggestionsFor(
  role: Viewer['role'],
  hasExample: boolean,
  language: Language,
  now: Date,
  effects: Effects = USUAL,
  isEmpty = false,
): Suggestion[] {
  // Without records, every answer would be that there are none.
  if (isEmpty) return EMPTY.map((key) => ({ ...READS, text: put(language, key) }));
  const owing = { ...READS, text: put(language, 'suggestion.owing') };
  const spending = { ...READS, text: put(language, 'suggestion.spending', lastTwoMonths(language, now)) };
  const accounts = { ...READS, text: put(language, 'suggestion.accounts') };
  const orders = { ...READS, text: put(language, 'suggestion.orders') };
  if (role === 'viewer' || !hasExample) return [owing, accounts, spending, orders];
  const draft = put(language, 'suggestion.draft', { customer: EXAMPLE });
  const deletion = put(language, 'suggestion.delete', { customer: EXAMPLE });
  return [
    owing,
    ...changing(draft, 'write', effects.draft, 'suggestion.writes'),
    spending,
    // If nothing asks, one click must not delete.
    ...changing(deletion, 'destructive', effects.deletion, null),
    accounts,
    orders,
  ];
}

/** @param unasked what it leads to if nothing asks; null: then it is not offered */
function changing(text: string, risk: Risk, effect: Effect, unasked: Key | null): Suggestion[] {
  if (effect === 'deny') return [];
  const comesTo = effect === 'allow' ? unasked : ASKS[effect];
  return comesTo === null ? [] : [{ text, risk, effect: comesTo }];
}

/** Those of the list that suit a chat in this mode. */
export function offered(suggestions: readonly Suggestion[], mode: Mode): Suggestion[] {
  return suggestions.filter(({ risk }) => FITS_MODE[mode](risk)).slice(0, OFFERED);
}

const FITS_MODE: Record<Mode, (risk: Risk) => boolean> = {
  default: () => true,
  plan: (risk) => risk === 'read-only',
  // Nothing would ask: one click on a suggestion must not delete.
  yolo: (risk) => risk !== 'destructive',
};

/** "October and November" in November. */
function lastTwoMonths({ locale }: Language, now: Date): { before: string; now: string } {
  const month = new Intl.DateTimeFormat(intlOf(locale), { month: 'long', timeZone: 'UTC' });
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return { before: month.format(before), now: month.format(now) };
}
