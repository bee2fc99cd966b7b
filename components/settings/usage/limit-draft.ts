/**
 * What is written in the form of a limit: it begins with the figures that hold, so that setting one does not take the other away.
 * What somebody has typed stays, whatever is chosen beside it, and nothing else does.
 */
import { isLate, isMoney, type LimitKind, type LimitView } from '@/lib/limits/usage-view';
import { figureIn, figureWritten } from './figure-in';

const FIELDS = ['soft', 'hard', 'currency'] as const;
type Field = (typeof FIELDS)[number];

export interface Draft extends Record<Field, string> {
  whose: string;
  chosen: LimitKind;
  typed: readonly Field[];
}

type Limits = readonly LimitView[];

/** @param currency in which money is limited unless something else is said */
export const firstDraft = (limits: Limits, currency: string): Draft =>
  filled(limits, {
    ...{ whose: 'each', chosen: 'tokens_day', typed: [] },
    ...{ soft: '', hard: '', currency },
  });

/** Another limit is chosen, or something was typed. */
export function changed(limits: Limits, before: Draft, after: Draft): Draft {
  const typed = FIELDS.filter((field) => before.typed.includes(field) || after[field] !== before[field]);
  return filled(limits, { ...after, typed });
}

/** It was set: nothing of it is only typed any more. */
export const settled = (draft: Draft): Draft => ({ ...draft, typed: [] });

/** Where nothing was typed stands what holds now. */
export function filled(limits: Limits, draft: Draft): Draft {
  const { whose, chosen, typed } = draft;
  const limit = limits.find((one) => one.whose === whose && one.what === chosen);
  const written = (figure: number | null | undefined) =>
    figure === null || figure === undefined ? '' : figureWritten(figure, isMoney(chosen));
  const held = {
    soft: written(limit?.soft),
    hard: written(limit?.hard),
    currency: limit?.currency ?? draft.currency,
  };
  const kept = FIELDS.filter((field) => typed.includes(field)).map((field) => [field, draft[field]]);
  const next: Draft = { ...draft, ...held, ...Object.fromEntries(kept) };
  // A figure that holds, and could not beside the one that was typed, would only be in the way.
  const isInTheWay =
    !typed.includes('soft') && isLate({ soft: read(next, 'soft'), hard: read(next, 'hard') });
  return isInTheWay ? { ...next, soft: '' } : next;
}

const read = (draft: Draft, field: 'soft' | 'hard') => figureIn(draft[field], isMoney(draft.chosen)) ?? null;
