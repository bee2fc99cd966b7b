/**
 * The text in the form of a limit: it begins with the figures in force, so that setting one does not remove the other.
 * Only what the person has typed stays when another limit is chosen.
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

/** @param currency for limits in money, unless another is chosen */
export const firstDraft = (limits: Limits, currency: string): Draft =>
  filled(limits, {
    whose: 'each',
    chosen: 'tokens_day',
    typed: [],
    soft: '',
    hard: '',
    currency,
  });

/** Another limit was chosen, or something was typed. */
export function changed(limits: Limits, before: Draft, after: Draft): Draft {
  const typed = FIELDS.filter((field) => before.typed.includes(field) || after[field] !== before[field]);
  return filled(limits, { ...after, typed });
}

/** After it was set, nothing counts as typed any more. */
export const settled = (draft: Draft): Draft => ({ ...draft, typed: [] });

/** Fields that were not typed in show the figures in force. */
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
  // A figure in force that would be invalid beside the typed one is left out.
  const isInTheWay =
    !typed.includes('soft') && isLate({ soft: read(next, 'soft'), hard: read(next, 'hard') });
  return isInTheWay ? { ...next, soft: '' } : next;
}

const read = (draft: Draft, field: 'soft' | 'hard') => figureIn(draft[field], isMoney(draft.chosen)) ?? null;
