/** The aim for each figure of (j), and whether it is met. */
import type { Aim } from '../aims';
import type { Row, SelectionFigures, SetFigures } from './figures';

const LEAST_AT_10: Record<string, number> = {
  'azure-mcp': 0.995,
  'azure-mcp in 10,000': 0.985,
  sealtools: 0.955,
  'toole-single': 0.76,
};
const LEAST_REMEMBERED = { set: 'toole-single', at10: 0.88 };
const MOST_LOST_BY_MEMORY = 0.005;
const LEAST_OF_REAL = { at10: 0.98, named: 1 };
const LEAST_FEWER_DESTRUCTIVE = 0.4;
const MOST = { p50: 0.2, p99: 2, build: 250, megabytes: 30 };

export function aimsOf({ sets, real, safety }: SelectionFigures): Aim[] {
  const largest = sets.reduce((one, other) => (other.tools > one.tools ? other : one));
  const amber = ours(largest);
  const remembered = sets.find(({ set }) => set === LEAST_REMEMBERED.set)?.memory?.all.with.at10 ?? 0;
  const fewer = 1 - safety.with.destructive / safety.without.destructive;
  const lost = safety.without.at10 - safety.with.at10;
  return [
    ...sets.flatMap((set) => {
      const least = LEAST_AT_10[set.set];
      return least === undefined ? [] : [atLeast(`recall@10 of ${set.set}`, ours(set).quality.at10, least)];
    }),
    atLeast(`recall@10 of ${LEAST_REMEMBERED.set}, with memory`, remembered, LEAST_REMEMBERED.at10),
    lostByMemory(sets),
    ...real.flatMap(({ trusted, quality, searched, named }) => {
      const which = `real tools, ${trusted ? 'vouched for' : 'unknown'}`;
      return [
        atLeast(`recall@10 of ${which}`, quality.at10, LEAST_OF_REAL.at10),
        atLeast(`${which}: plain names found by search`, searched, LEAST_OF_REAL.named),
        atLeast(`${which}: first by "please use"`, named, LEAST_OF_REAL.named),
      ];
    }),
    abovePeers(sets),
    atLeast('fewer destructive among the first five', fewer, LEAST_FEWER_DESTRUCTIVE),
    {
      figure: 'recall@10 lost by that',
      measured: lost.toFixed(3),
      aim: 'at most 0',
      isMet: lost <= 0,
    },
    atMost(`p50 at ${largest.tools} tools`, amber.p50, MOST.p50, 'ms'),
    atMost(`p99 at ${largest.tools} tools`, amber.p99, MOST.p99, 'ms'),
    atMost(`build of ${largest.tools} tools`, amber.build, MOST.build, 'ms'),
    atMost(`memory for ${largest.tools} tools`, amber.megabytes, MOST.megabytes, 'MB'),
  ];
}

function ours({ rows }: SetFigures): Row {
  const row = rows[rows.length - 1];
  if (!row) throw new Error('Nothing was measured.');
  return row;
}

/** The highest value at any rank of any set, with all tools used. */
function lostByMemory(sets: readonly SetFigures[]): Aim {
  const losses = sets.flatMap(({ memory }) => {
    if (!memory) return [];
    const { without, with: remembering } = memory.all;
    return [without.at1 - remembering.at1, without.at5 - remembering.at5, without.at10 - remembering.at10];
  });
  const most = Math.max(0, ...losses);
  return {
    figure: 'most that memory costs at any rank',
    measured: most.toFixed(3),
    aim: `at most ${MOST_LOST_BY_MEMORY}`,
    isMet: most <= MOST_LOST_BY_MEMORY,
  };
}

/** By the mean of recall@10 over the sets. */
function abovePeers(sets: readonly SetFigures[]): Aim {
  const methods = sets[0]?.rows.map(({ method }) => method) ?? [];
  const means = methods.map((_, at) => {
    const sum = sets.reduce((total, { rows }) => total + (rows[at]?.quality.at10 ?? 0), 0);
    return sum / sets.length;
  });
  const own = means.pop() ?? 0;
  const best = Math.max(...means);
  const name = methods[means.indexOf(best)];
  return {
    figure: 'mean recall@10 over the sets',
    measured: own.toFixed(3),
    aim: `above ${best.toFixed(3)} (${name})`,
    isMet: own > best,
  };
}

function atLeast(figure: string, value: number, least: number): Aim {
  return { figure, measured: value.toFixed(3), aim: `at least ${least}`, isMet: value >= least };
}

function atMost(figure: string, value: number, most: number, unit: string): Aim {
  return {
    figure,
    measured: `${value.toFixed(2)} ${unit}`,
    aim: `at most ${most} ${unit}`,
    isMet: value <= most,
  };
}
