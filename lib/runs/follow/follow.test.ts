/** What a client that follows a run receives: everything, once, in order, whenever it connects. */
import { describe, expect, it, vi } from 'vitest';
import { followResponse } from './follow';
import { appendMerged, type Chunk, Live } from './live';

const follow = (live: Live, isStill = async () => true) => followResponse(live, isStill);

const text = (delta: string, id = 't'): Chunk => ({ type: 'text-delta', id, delta });

/** Everything received; how one text was split into chunks does not matter. */
async function eventsOf(response: Response): Promise<unknown[]> {
  const events = (await response.text()).split('\n\n').filter(Boolean);
  const data = events.map((event) => event.replace(/^data: /, ''));
  expect(data.pop()).toBe('[DONE]');
  const chunks: Chunk[] = [];
  for (const json of data) appendMerged(chunks, JSON.parse(json));
  return chunks;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('following a run', () => {
  it('replays what was said and goes on with what comes, to the end', async () => {
    const live = new Live('chat', 'run');
    live.publish({ type: 'start', messageId: 'm' });
    live.publish(text('One '));
    const events = eventsOf(follow(live));
    live.publish(text('two '));
    await nextTurn();
    live.publish(text('three.'));
    live.publish({ type: 'finish' });
    live.end();
    expect(await events).toEqual([
      { type: 'start', messageId: 'm' },
      text('One two three.'),
      { type: 'finish' },
    ]);
  });

  it('joins pieces of one text that come together, and nothing else', async () => {
    const live = new Live('chat', 'run');
    const events = eventsOf(follow(live));
    for (const chunk of [text('a'), text('b'), text('c', 'other'), text('d')]) live.publish(chunk);
    live.end();
    expect(await events).toEqual([text('ab'), text('c', 'other'), text('d')]);
  });

  it('ends at once when the run is over already', async () => {
    const live = new Live('chat', 'run');
    live.publish(text('All.'));
    live.end();
    expect(await eventsOf(follow(live))).toEqual([text('All.')]);
  });

  it('gives a client that comes late and reads slowly all of it, in several pieces', async () => {
    const live = new Live('chat', 'run');
    const said = Array.from({ length: 12 }, (_, index) => `${index}`.repeat(20_000));
    for (const [index, delta] of said.entries()) live.publish(text(delta, `t${index}`));
    live.publish(text('grows', 'last'));
    const reader = follow(live).body?.getReader();
    let received = '';
    let pieces = 0;
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) break;
      received += new TextDecoder().decode(value);
      pieces += 1;
      if (pieces === 2) {
        live.publish(text(' on', 'last'));
        live.end();
      }
    }
    const events = await eventsOf(new Response(received));
    expect(events).toEqual([
      ...said.map((delta, index) => text(delta, `t${index}`)),
      text('grows on', 'last'),
    ]);
    expect(pieces).toBeGreaterThan(3);
  });

  it('refuses a client more than it has places, and takes the place of one that left', async () => {
    const live = new Live('crowded', 'run');
    const followers = Array.from({ length: 50 }, () => follow(live));
    expect(() => follow(live)).toThrow('open streams of this chat');
    await followers[0]?.body?.cancel();
    follow(live);
    live.end();
    await Promise.all(followers.slice(1).map((one) => one.text()));
  });

  it('lets one client go without a word to the others', async () => {
    const live = new Live('chat', 'run');
    const gone = follow(live);
    const stays = eventsOf(follow(live));
    live.publish(text('a'));
    await gone.body?.cancel();
    live.publish(text('b'));
    live.end();
    expect(await stays).toEqual([text('ab')]);
  });

  it('says no more once whoever follows may not read it any more, and goes on while that is not known', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const live = new Live('chat', 'run');
      live.publish(text('Before. '));
      const answers = [Promise.reject(new Error('away')), Promise.resolve(true), Promise.resolve(false)];
      for (const one of answers) one.catch(() => undefined);
      const reader = follow(live, () => answers.shift() ?? Promise.resolve(false)).body?.getReader();
      const said = async () => new TextDecoder().decode((await reader?.read())?.value);
      expect(await said()).toContain('Before.');
      for (const words of ['Still here. ', 'And here. ']) {
        await vi.advanceTimersByTimeAsync(20_000);
        live.publish(text(words));
        expect(await said()).toContain(words);
      }
      await vi.advanceTimersByTimeAsync(20_000);
      live.publish(text('After.'));
      expect(await reader?.read()).toMatchObject({ done: true });
    } finally {
      vi.useRealTimers();
    }
  });
});
