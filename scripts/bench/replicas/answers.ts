/** The responses according to haproxy's own log, and for how long there could be none. */
import type { Answered } from './haproxy.ts';
import type { Look } from './load.ts';

/** From the moment no database answered until the first response afterwards, in milliseconds since 1970. */
export interface Away {
  from: number;
  to: number;
}

export interface AnswerFigures {
  all: number;
  good: number;
  refused: number;
  /** While no database answered: 503 with `Retry-After`. */
  away: number;
  /** Pages rendered at that time: Next's 500. */
  pagesAway: number;
  /** 5xx, and streams that ended prematurely, of a process that was killed. */
  cutOff: number;
  cutStreams: number;
  /** Unexpected responses: path, status, how it ended; and how often. */
  wrong: [string, number][];
}

/** A request that waits for the pooler is answered up to this much later than the database is back. */
const LATE_MS = 6_000;

export function figuresOf(answered: readonly Answered[], aways: readonly Away[]): AnswerFigures {
  const figures: AnswerFigures = {
    all: answered.length,
    good: 0,
    refused: 0,
    away: 0,
    pagesAway: 0,
    cutOff: 0,
    cutStreams: 0,
    wrong: [],
  };
  const wrong = new Map<string, number>();
  for (const one of answered) {
    const isAway = aways.some(({ from, to }) => one.at >= from && one.at <= to + LATE_MS);
    const kind = kindOf(one, isAway);
    if (kind === 'wrong') {
      const what = `${one.method} ${one.path}: ${one.status}, ${one.end}${whenOf(one, aways)}`;
      wrong.set(what, (wrong.get(what) ?? 0) + 1);
    } else figures[kind] += 1;
  }
  return { ...figures, wrong: [...wrong].sort((a, b) => b[1] - a[1]) };
}

/** For finding the cause. */
function whenOf({ at, retryAfter, tookMs }: Answered, aways: readonly Away[]): string {
  const since = aways.map(({ to }) => Math.round((at - to) / 1000)).join(', ');
  return `${retryAfter ? ', Retry-After' : ''}${since && `, ${since} s after the database was back`}, took ${tookMs} ms`;
}

function kindOf(
  { status, end, path, retryAfter }: Answered,
  isAway: boolean,
): Exclude<keyof AnswerFigures, 'all' | 'wrong'> | 'wrong' {
  const isCut = end.startsWith('S') && (end[1] === 'H' || end[1] === 'D');
  if (isCut) return status >= 500 ? 'cutOff' : 'cutStreams';
  if (status < 500) return status >= 400 ? 'refused' : 'good';
  if (status === 503 && retryAfter && isAway) return 'away';
  return isAway && !path.startsWith('/api') ? 'pagesAway' : 'wrong';
}

/** How long a client that asks ten times a second got only 503, each with `Retry-After`. */
export function outageOf(
  looks: readonly Look[],
  since: number,
): { to: number; bare: number; longestMs: number } {
  const after = looks.filter(({ at }) => at >= since);
  const last = after.findLastIndex(({ status }) => status !== 200);
  const failed = after.slice(0, last + 1).filter(({ status }) => status !== 200);
  return {
    to: after[last + 1]?.at ?? Date.now(),
    bare: failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).length,
    longestMs: Math.max(0, ...failed.map(({ tookMs }) => tookMs)),
  };
}
