/**
 * A grant while somebody puts it together on a card, and what is sent to the server. By default nothing is looser than
 * necessary. Pure.
 */

import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import {
  type Bound,
  fits,
  type PossibleBound,
  possibleBounds,
  tooLargeToKeep,
} from '@/lib/grants/grant-bounds';
import type { GrantWish } from '@/lib/grants/grant-view';

export interface BoundDraft extends PossibleBound {
  /** `any`: no bound. Null: not chosen yet, if the value is too long for a bound. */
  choice: Bound['is'] | 'any' | null;
  /** The contents of the fields "at most" and "at least". */
  limit: string;
}

export interface GrantDraft {
  thisChat: boolean;
  /** The contents of the field; null: unlimited. */
  times: string | null;
  /** The last day on which it is valid, `2026-11-21`, in the reader's time zone. */
  until: string;
  bounds: BoundDraft[];
  /** Arguments of the call that cannot be bounded. */
  unbounded: string[];
}

const DAY_MS = 86_400_000;
/** The server's limits. */
export const MOST_DAYS = 90;
const MOST_TIMES = 1000;
const LONGEST_VALUE = 1000;
const LONGEST_NAME = 200;

/** This chat, ten times, until the end of tomorrow, exactly these arguments. */
export function grantDraft(input: unknown, now: Date): GrantDraft {
  const possible = possibleBounds(input);
  const bounds = possible.map((bound): BoundDraft => {
    const choice = isTooLong(bound) ? null : 'equal';
    return { ...bound, is: choice === null ? [] : bound.is, choice, limit: String(bound.value) };
  });
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  const unbounded = names.filter((name) => !possible.some(({ argument }) => argument === name));
  return { thisChat: true, times: '10', until: dayAfter(now, 1), bounds, unbounded };
}

function isTooLong({ argument, value }: PossibleBound): boolean {
  return argument.length > LONGEST_NAME || String(value).length > LONGEST_VALUE;
}

/** The day this many days after a time, in the reader's time zone: `2026-11-21`. */
export function dayAfter(time: Date, days: number): string {
  const day = new Date(time.getFullYear(), time.getMonth(), time.getDate() + days);
  const digits = (number: number, length: number) => String(number).padStart(length, '0');
  return [digits(day.getFullYear(), 4), digits(day.getMonth() + 1, 2), digits(day.getDate(), 2)].join('-');
}

export type Wished = { ok: true; wish: GrantWish } | { ok: false; complaint: string };

/** @param input of the call, which itself must be within the bounds */
export function wishOf(draft: GrantDraft, input: unknown, now: Date): Wished {
  const complaint = complaintOf(draft, input, now) ?? told(tooLargeToKeep(boundsOf(draft), input));
  if (complaint !== null) return { ok: false, complaint };
  const { thisChat, times, until } = draft;
  const wish = { thisChat, times: times === null ? null : Number(times), until: endOf(until, now) };
  return { ok: true, wish: { ...wish, bounds: boundsOf(draft) } };
}

function complaintOf({ times, until, bounds }: GrantDraft, input: unknown, now: Date): string | null {
  if (times !== null && !(/^\d{1,4}$/.test(times) && Number(times) >= 1 && Number(times) <= MOST_TIMES)) {
    return say('grant.wrong.times', { most: MOST_TIMES });
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until) || until < dayAfter(now, 0)) return say('grant.wrong.past');
  if (until > dayAfter(now, MOST_DAYS)) return say('grant.wrong.late', { days: MOST_DAYS });
  const wrong = bounds.find((bound) => complaintAbout(bound, input) !== null);
  return wrong ? complaintAbout(wrong, input) : null;
}

function complaintAbout(bound: BoundDraft, input: unknown): string | null {
  const { argument, choice } = bound;
  if (choice === null) return say('grant.wrong.unsaid', { argument });
  const set = boundOf(bound);
  if (!set || fits([set], input)) return null;
  const is = Number.isFinite(Number(bound.limit)) && bound.limit.trim() !== '';
  return is ? say('grant.wrong.this-call', { argument }) : say('grant.wrong.number', { argument });
}

function boundsOf({ bounds }: GrantDraft): Bound[] {
  return bounds.flatMap((bound) => boundOf(bound) ?? []);
}

function boundOf({ argument, choice, value, limit }: BoundDraft): Bound | null {
  if (choice === null || choice === 'any') return null;
  if (choice === 'equal' || typeof value === 'boolean') return { argument, is: 'equal', value };
  const text = limit.trim();
  // The limit has the type of the argument: amounts are texts.
  return { argument, is: choice, value: typeof value === 'number' ? numberIn(text) : text };
}

function numberIn(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

/** The end of that day in the reader's time zone, but no later than the server's limit; ISO 8601, UTC. */
function endOf(day: string, now: Date): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(year, month - 1, date, 23, 59, 59).getTime();
  return new Date(Math.min(end, now.getTime() + MOST_DAYS * DAY_MS)).toISOString();
}
