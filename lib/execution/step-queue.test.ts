import { describe, expect, it } from 'vitest';
import { StepQueue } from './step-queue';

const never = new AbortController().signal;

/** Runs a step whose calls all start at once, in reverse, and tells what overlapped and in which order. */
async function runStep(kinds: string): Promise<{ started: string[]; together: Set<string> }> {
  const queue = new StepQueue();
  const started: string[] = [];
  const together = new Set<string>();
  const running = new Set<string>();
  const calls = [...kinds].map((kind, index) => ({ id: `${kind}${index}`, onlyReads: kind === 'r' }));
  for (const call of calls) queue.plan(call.id, call.onlyReads);
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
    queue.plan('a', false);
    queue.plan('b', false);
    const failing = queue.run('a', never, () => Promise.reject(new Error('no')));
    const next = queue.run('b', never, async () => 'ran');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('ran');
  });

  it('stops waiting when aborted, and does not run', async () => {
    const queue = new StepQueue();
    const stop = new AbortController();
    queue.plan('a', false);
    queue.plan('b', false);
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
    queue.plan('a', true);
    queue.reset();
    await expect(queue.run('a', never, async () => 'ran')).rejects.toThrow('not planned');
  });
});
