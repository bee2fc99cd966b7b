/** The quality of a ranking of tools, by messages whose right tools are known. */
import type { Labelled } from './data';

/** Proportions between 0 and 1, averaged over the messages. */
export interface Quality {
  at1: number;
  at5: number;
  at10: number;
  ndcg: number;
  /** The number of measured messages. */
  count: number;
}

/** @param search names of the ten best tools, best first */
export function qualityOf(queries: readonly Labelled[], search: (query: string) => string[]): Quality {
  const sum = { at1: 0, at5: 0, at10: 0, ndcg: 0 };
  for (const { query, relevant } of queries) {
    const found = search(query).slice(0, 10);
    const wanted = new Set(relevant);
    const within = (limit: number) => new Set(found.slice(0, limit).filter((name) => wanted.has(name))).size;
    sum.at1 += within(1) / wanted.size;
    sum.at5 += within(5) / wanted.size;
    sum.at10 += within(10) / wanted.size;
    sum.ndcg += ndcg(found, wanted);
  }
  const count = queries.length;
  return {
    at1: sum.at1 / count,
    at5: sum.at5 / count,
    at10: sum.at10 / count,
    ndcg: sum.ndcg / count,
    count,
  };
}

/** A tool whose name occurs twice counts at its first position. */
function ndcg(found: readonly string[], wanted: ReadonlySet<string>): number {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const left = new Set(wanted);
  let got = 0;
  for (const [place, name] of found.entries()) if (left.delete(name)) got += gain(place);
  let ideal = 0;
  for (let place = 0; place < Math.min(10, wanted.size); place++) ideal += gain(place);
  return got / ideal;
}
