// Shared with the browser: types and pure functions only.
/** Messages about limits. The page has the German for each sentence. */

interface Said {
  whose: string;
  what: string;
  soft: number | null;
  hard: number | null;
  currency: string | null;
}

const MILLIONTHS = 1_000_000;

/** `100000 tokens`, `5.00 USD`, `3`. */
export function amountOf(what: string, value: number, currency: string | null): string {
  if (what.startsWith('tokens')) return value === 1 ? '1 token' : `${value} tokens`;
  if (what.startsWith('money')) return `${(value / MILLIONTHS).toFixed(2)} ${currency ?? ''}`.trim();
  return String(value);
}

/** Why no further request is made: which limit, when it resets, and who can change it. */
export function refusedWords({ whose, what, hard, currency }: Said): string {
  const amount = amountOf(what, hard ?? 0, currency);
  if (hard === 1 && what === 'runs')
    return 'You may have one answer written at a time. Wait for it to end; an admin can change it in Settings, Usage.';
  if (hard === 1 && what === 'calls_minute')
    return 'Your limit of one call a minute is used up. Go on in a minute; an admin can change it in Settings, Usage.';
  const team = whose === 'team';
  if (what === 'runs')
    return `You may have ${amount} answers written at once. Wait for one to end; an admin can change it in Settings, Usage.`;
  if (what === 'calls_minute')
    return `Your limit of ${amount} calls a minute is used up. Go on in a minute; an admin can change it in Settings, Usage.`;
  if (what.endsWith('_day'))
    return team
      ? `The team’s limit for the day is used up (${amount}). It starts anew at midnight UTC; an admin can change it in Settings, Usage.`
      : `Your limit for the day is used up (${amount}). It starts anew at midnight UTC; an admin can change it in Settings, Usage.`;
  return team
    ? `The team’s limit for the month is used up (${amount}). It starts anew on the first of the month, UTC; an admin can change it in Settings, Usage.`
    : `Your limit for the month is used up (${amount}). It starts anew on the first of the month, UTC; an admin can change it in Settings, Usage.`;
}

/** That a soft limit is reached, and that work continues. */
export function reachedWords({ whose, what, soft, currency }: Said): string {
  const amount = amountOf(what, soft ?? 0, currency);
  const team = whose === 'team';
  if (soft === 1 && what === 'calls_minute') return 'You have made one call within a minute. Answers go on.';
  if (what === 'calls_minute') return `You have made ${amount} calls within a minute. Answers go on.`;
  if (what.endsWith('_day'))
    return team
      ? `The team has used what is meant for a day (${amount}). Answers go on.`
      : `You have used what is meant for a day (${amount}). Answers go on.`;
  return team
    ? `The team has used what is meant for a month (${amount}). Answers go on.`
    : `You have used what is meant for a month (${amount}). Answers go on.`;
}

/** Why a single answer ends, whatever else may be used. */
export const turnWords = {
  tokens: (most: number) =>
    `Stopped: this answer has used ${most} tokens, the most for one. Ask again to go on from here.`,
  calls: (most: number) =>
    `Stopped: this answer has made ${most} calls, the most for one. Ask again to go on from here.`,
};
