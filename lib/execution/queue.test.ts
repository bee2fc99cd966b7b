import { describe, expect, it } from 'vitest';
import { type Concurrency, StepQueue } from './queue';

const never = new AbortController().signal;
const alone: Concurrency = { peers: null, server: 's', atOnce: 8 };
const reads: Concurrency = { peers: 'reads', server: 's', atOnce: 8 };

/** Runs a step whose calls all start at once, in reverse, and returns what overlapped and in which order. */
async function runStep(kinds: string): Promise<{ started: string[]; together: Set<string> }> {
  const queue = new StepQueue();
  const started: string[] = [];
  const together = new Set<string>();
  const running = new Set<string>();
  const calls = [...kinds].map((kind, index) => ({ id: `${kind}${index}`, onlyReads: kind === 'r' }));
  for (const call of calls) queue.plan(call.id, call.onlyReads ? reads : alone);
  const work = (id: string) => async () => {
    started.push(id);
    for (const other of running) together.add([other, id].sort().join('+'));
    running.add(id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running.delete(id);
  };
  await Promise.all([...calls].reverse().map((call) => queue.run(call.id, never, work(call.id))));
  return { started, together };
}

describe('StepQueue', () => {
  it('runs writes one by one in the model\u2019s order', async () => {
    const { started, together } = await runStep('wwww');
    expect(started).toEqual(['w0', 'w1', 'w2', 'w3']);
    expect(together.size).toBe(0);
  });

  it('runs neighbouring reads together and nothing beside a write', async () => {
    const { started, together } = await runStep('rrwrr');
    expect(started.indexOf('w2')).toBe(2);
    expect(together).toEqual(new Set(['r0+r1', 'r3+r4']));
  });

  it('goes on after a call that fails', async () => {
    const queue = new StepQueue();
    queue.plan('a', alone);
    queue.plan('b', alone);
    const failing = queue.run('a', never, () => Promise.reject(new Error('no')));
    const next = queue.run('b', never, async () => 'ran');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('ran');
  });

  it('stops waiting when aborted, and does not run', async () => {
    const queue = new StepQueue();
    const stop = new AbortController();
    queue.plan('a', alone);
    queue.plan('b', alone);
    let ran = false;
    const waiting = queue.run('b', stop.signal, async () => {
      ran = true;
    });
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(ran).toBe(false);
  });

  it('refuses a call that was not planned', async () => {
    const queue = new StepQueue();
    queue.plan('a', reads);
    queue.reset();
    await expect(queue.run('a', never, async () => 'ran')).rejects.toThrow('not planned');
  });

  /** Starts this many reads at once and returns how many ran together at most. */
  async function mostAtOnce(places: Concurrency[]): Promise<number> {
    const queue = new StepQueue();
    let running = 0;
    let most = 0;
    places.forEach((place, at) => {
      queue.plan(`c${at}`, place);
    });
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    await Promise.all(places.map((_, at) => queue.run(`c${at}`, never, work)));
    return most;
  }

  it('runs at most eight at once, and of a server at most what it takes', async () => {
    expect(await mostAtOnce(Array.from({ length: 20 }, () => ({ ...reads, atOnce: 20 })))).toBe(8);
    expect(await mostAtOnce(Array.from({ length: 9 }, () => ({ ...reads, atOnce: 2 })))).toBe(2);
    const two = ['s', 't'].flatMap((server) =>
      Array.from({ length: 5 }, () => ({ ...reads, server, atOnce: 2 })),
    );
    expect(await mostAtOnce(two)).toBe(4);
  });

  it('keeps companies apart', async () => {
    const places = ['reads', 'parallel s', 'parallel s', 'reads'].map((peers) => ({ ...reads, peers }));
    expect(await mostAtOnce(places)).toBe(2);
  });

  it('leaves no place taken by a call that was stopped while it waited for one', async () => {
    const queue = new StepQueue();
    const one = { ...reads, atOnce: 1 };
    const stop = new AbortController();
    for (const id of ['a', 'b', 'c']) queue.plan(id, one);
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = queue.run('a', never, () => hold);
    const stopped = queue.run('b', stop.signal, async () => 'never');
    await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    release();
    await first;
    expect(await queue.run('c', never, async () => 'ran')).toBe('ran');
  });

  it('ends as one by one would: same state, and the same order of all that is no read', async () => {
    const random = seeded(7);
    for (let round = 0; round < 200; round++) {
      const batch = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, at) => ({
        id: `c${at}`,
        kind: ['read', 'write', 'parallel'][Math.floor(random() * 3)] as 'read' | 'write' | 'parallel',
        server: random() < 0.5 ? 's' : 't',
        pause: Math.floor(random() * 3),
        fails: random() < 0.1,
      }));
      expect(await runBatch(batch), `batch ${round}`).toEqual(oneByOne(batch));
    }
  });
});

interface BatchCall {
  id: string;
  kind: 'read' | 'write' | 'parallel';
  server: string;
  pause: number;
  fails: boolean;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The effects of the calls: a write appends, a parallel call adds its own mark, a read sees the number of writes. */
function world() {
  const writes: string[] = [];
  const marks = new Set<string>();
  const seen = new Map<string, number>();
  const run = ({ id, kind, fails }: BatchCall) => {
    if (fails) return;
    if (kind === 'write') writes.push(id);
    else if (kind === 'parallel') marks.add(id);
    else seen.set(id, writes.length + marks.size);
  };
  const end = () => ({ writes, marks: [...marks].sort(), seen: [...seen].sort() });
  return { run, end };
}

function oneByOne(batch: BatchCall[]) {
  const { run, end } = world();
  for (const call of batch) run(call);
  return end();
}

async function runBatch(batch: BatchCall[]) {
  const { run, end } = world();
  const queue = new StepQueue();
  for (const { id, kind, server } of batch) {
    const peers = { read: 'reads', write: null, parallel: `parallel ${server}` }[kind];
    queue.plan(id, { peers, server, atOnce: 3 });
  }
  const work = (call: BatchCall) => async () => {
    for (let turn = 0; turn < call.pause; turn++) await new Promise((resolve) => setImmediate(resolve));
    run(call);
    if (call.fails) throw new Error('failed');
  };
  await Promise.allSettled([...batch].reverse().map((call) => queue.run(call.id, never, work(call))));
  return end();
}
