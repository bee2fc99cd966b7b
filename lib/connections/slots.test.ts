/** How many calls of one server are in progress at once. */
import { describe, expect, it } from 'vitest';
import { createConnections } from './connect';
import { Slots } from './slots';
import { CALLER, EMPTY_OWN } from './testing/caller';
import { callsOf, NEVER, PATIENT, serverConfig, setUp, toolNamed } from './testing/connections';
import { plainTool, sendResult, startScriptedServer } from './testing/scripted-server';

const { start } = setUp();

describe('maxConcurrency', () => {
  it('holds for all callers of this process together, whichever team they are of', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const server = await start(
      startScriptedServer({
        list: () => ({ tools: [plainTool('t')] }),
        call: async ({ message }, response) => {
          most = Math.max(most, ++running);
          await gate.promise;
          running -= 1;
          sendResult(response, message, { content: [] });
        },
      }),
    );
    const servers = [serverConfig('s', server.url, { maxConcurrency: 2 })];
    const pool = createConnections({ own: EMPTY_OWN, servers, ...PATIENT });
    const callers = ['a', 'b', 'c'].map((id) =>
      pool.connectionsFor({ ...CALLER, teamId: `team-${id}`, userId: id }),
    );
    const calls = callers.map(async (connections) => {
      const tool = toolNamed(await connections.list(), 't');
      return Promise.all([1, 2].map((n) => connections.call(tool, { n }, NEVER)));
    });
    await expect.poll(() => callsOf(server).length).toBe(2);
    gate.resolve();
    await Promise.all(calls);
    expect(callsOf(server)).toHaveLength(6);
    expect(most).toBe(2);
    await pool.close();
  });
});

describe('Slots', () => {
  it('lets the next in when one ends, fails or stops waiting, in order', async () => {
    const slots = new Slots(() => 1);
    const first = Promise.withResolvers<void>();
    const order: string[] = [];
    const task = (name: string, until?: Promise<void>) => async () => {
      order.push(name);
      await until;
      if (name === 'fails') throw new Error('as told');
    };
    const running = slots.run('anna', NEVER, task('first', first.promise));
    const stop = new AbortController();
    const stopped = slots.run('anna', stop.signal, task('never'));
    const failing = slots.run('anna', NEVER, task('fails'));
    const last = slots.run('anna', NEVER, task('last'));
    stop.abort(new Error('no more'));
    await expect(stopped).rejects.toThrow('no more');
    first.resolve();
    await expect(failing).rejects.toThrow('as told');
    await Promise.all([running, last]);
    expect(order).toEqual(['first', 'fails', 'last']);
    await slots.run('anna', NEVER, task('again'));
    expect(order).toHaveLength(4);
  });

  const never = () => new Promise<void>(() => {});

  it('are taken by no one alone: whoever has none finds one, however long calls take', async () => {
    const slots = new Slots(() => 8);
    const entered: string[] = [];
    const enter = (person: string) => {
      void slots.run(person, NEVER, () => {
        entered.push(person);
        return never();
      });
    };
    for (let call = 0; call < 20; call++) enter('anna');
    for (const person of ['ben', 'ben', 'ben', 'carla', 'carla', 'dora']) enter(person);
    await expect.poll(() => entered.length).toBe(8);
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toEqual([...Array(4).fill('anna'), 'ben', 'ben', 'carla', 'dora']);
  });

  it('go to whoever waits and holds the fewest, and all of them are used in the end', async () => {
    const slots = new Slots(() => 2);
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const enter = (person: string) =>
      slots.run(person, NEVER, () => {
        order.push(person);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ['anna', 'anna', 'anna', 'ben', 'carla'].map(enter);
    await expect.poll(() => order).toEqual(['anna', 'ben']);
    ends[1]?.();
    await expect.poll(() => order).toEqual(['anna', 'ben', 'carla']);
    for (let end = 0; end < 5; end++) {
      await expect.poll(() => ends.length).toBeGreaterThan(end);
      ends[end]?.();
    }
    await Promise.all(all);
    expect(order).toHaveLength(5);
  });

  it('of a server that takes one call at a time go round', async () => {
    const slots = new Slots(() => 1);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const task = (person: string, until?: Promise<void>) =>
      slots.run(person, NEVER, async () => {
        order.push(person);
        await until;
      });
    const all = [task('anna', first.promise), task('anna'), task('ben'), task('anna')];
    first.resolve();
    await Promise.all(all);
    expect(order).toEqual(['anna', 'ben', 'anna', 'anna']);
  });
});
