/** What is written in the form of a limit: it begins with the figures that hold, so that setting one does not take the other away. */
import { isMoney, type LimitKind, type LimitView } from '@/lib/limits/usage-view';
import { figureWritten } from './figure-in';

export interface Draft {
  whose: string;
  chosen: LimitKind;
  soft: string;
  hard: string;
  currency: string;
}

type Limits = readonly LimitView[];

export const firstDraft = (limits: Limits): Draft =>
  withFigures(limits, { whose: 'each', chosen: 'tokens_day', soft: '', hard: '', currency: 'USD' });

/** Another limit is chosen: its own figures stand there. Where it has none, what somebody has typed meanwhile stays. */
export function changed(limits: Limits, before: Draft, after: Draft): Draft {
  if (before.whose === after.whose && before.chosen === after.chosen) return after;
  if (limitOf(limits, after)) return withFigures(limits, after);
  const held = withFigures(limits, before);
  const isTyped = before.soft !== held.soft || before.hard !== held.hard;
  return isTyped ? after : { ...after, soft: '', hard: '' };
}

function withFigures(limits: Limits, draft: Draft): Draft {
  const limit = limitOf(limits, draft);
  if (!limit) return { ...draft, soft: '', hard: '' };
  const written = (figure: number | null) =>
    figure === null ? '' : figureWritten(figure, isMoney(limit.what));
  const { currency } = limit;
  return { ...draft, soft: written(limit.soft), hard: written(limit.hard), ...(currency && { currency }) };
}

const limitOf = (limits: Limits, { whose, chosen }: Draft) =>
  limits.find((limit) => limit.whose === whose && limit.what === chosen);
