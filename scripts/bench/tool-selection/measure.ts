/**
 * (j) Measures the selection and its peers on every set: quality by labelled messages, time, memory. Settings of the
 * selection were chosen on one half of the messages; the other half is printed, too. If an embedding model is
 * configured, every figure of our own is measured both without and with it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { quantile } from '../statistics';
import { amber, offeredShare, withMemory } from './amber';
import { type DataSet, heldOut, MEASURED, padded, readSet, seededOrder, selectable } from './data';
import type { OwnFigures, Row, SetFigures } from './figures';
import { PEERS, type Peer } from './peers';
import { qualityOf } from './quality';
import { realFigures } from './real-figures';
import { report } from './report';
import { safetyOf } from './safety-figures';
import { type Vectors, vectorsOf } from './vectors';

/** @returns the tables @throws if a measured set is missing from the folder */
export async function measureToolSelection(folder: string): Promise<string> {
  const sets = MEASURED.map((name) => {
    const set = readSet(folder, name);
    if (!set) throw new Error(`The set ${name} is not in ${folder}.`);
    return set;
  });
  const [azure] = sets;
  if (!azure) throw new Error('There is no set.');
  const all = [...sets, padded(azure, folder)];
  const vectors = await vectorsOf(all);
  return report({
    sets: all.map((set) => figuresOf(set, vectors)),
    real: [false, true].map(realFigures),
    safety: safetyOf(azure),
    ...(vectors && { vectors: { model: vectors.model, safety: safetyOf(azure, vectors) } }),
  });
}

function figuresOf(set: DataSet, vectors: Vectors | undefined): SetFigures {
  // Conversions that a connection has done already are not part of the indexing time.
  selectable(set.tools);
  const peers = [...PEERS, amber()];
  const rows = peers.map((peer) => rowOf(peer, set));
  return {
    set: set.name,
    tools: set.tools.length,
    rows,
    ...ownFigures(set),
    ...(vectors && { vectors: { row: rowOf(amber({ vectors }), set), ...ownFigures(set, vectors) } }),
  };
}

function ownFigures(set: DataSet, vectors?: Vectors): OwnFigures {
  return {
    heldOut: qualityOf(heldOut(set.queries), amber({ vectors }).build(set.tools)),
    offered: offeredShare(set, vectors),
    memory: withMemory(set, vectors),
  };
}

const TIMES = 5;
/** The number of messages that are timed. */
const TIMED = 150;

function rowOf(peer: Peer, set: DataSet): Row {
  const before = usedBytes();
  const search = peer.build(set.tools);
  const megabytes = (usedBytes() - before) / 1e6;
  const build = shortest(() => peer.build(set.tools));
  const quality = qualityOf(set.queries, search);
  const times = seededOrder(set.queries)
    .slice(0, TIMED)
    .map(({ query }) => shortest(() => search(query)));
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { method: peer.name, quality, p50, p99, build, megabytes };
}

/** In milliseconds. */
function shortest(task: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time++) {
    const from = performance.now();
    task();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
