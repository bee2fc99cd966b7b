/** What a client that follows a run receives: everything, once, in order, whenever it comes. */
import { describe, expect, it } from 'vitest';
import { followResponse } from './follow';
import { type Chunk, Live } from './live';

const text = (delta: string, id = 't'): Chunk => ({ type: 'text-delta', id, delta });

async function eventsOf(response: Response): Promise<unknown[]> {
  const events = (await response.text()).split('\n\n').filter(Boolean);
  return events.map((event) => {
    const data = event.replace(/^data: /, '');
    return data === '[DONE]' ? data : JSON.parse(data);
  });
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('following a run', () => {
  it('replays what was said and goes on with what comes, to the end', async () => {
    const live = new Live('chat', 'run');
    live.publish({ type: 'start', messageId: 'm' });
    live.publish(text('One '));
    const events = eventsOf(followResponse(live));
    live.publish(text('two '));
    await nextTurn();
    live.publish(text('three.'));
    live.publish({ type: 'finish' });
    live.end();
    expect(await events).toEqual([
      { type: 'start', messageId: 'm' },
      text('One '),
      text('two '),
      text('three.'),
      { type: 'finish' },
      '[DONE]',
    ]);
  });

  it('joins pieces of one text that come together, and nothing else', async () => {
    const live = new Live('chat', 'run');
    const events = eventsOf(followResponse(live));
    for (const chunk of [text('a'), text('b'), text('c', 'other'), text('d')]) live.publish(chunk);
    live.end();
    expect(await events).toEqual([text('ab'), text('c', 'other'), text('d'), '[DONE]']);
  });

  it('ends at once when the run is over already', async () => {
    const live = new Live('chat', 'run');
    live.publish(text('All.'));
    live.end();
    expect(await eventsOf(followResponse(live))).toEqual([text('All.'), '[DONE]']);
  });

  it('lets one client go without a word to the others', async () => {
    const live = new Live('chat', 'run');
    const gone = followResponse(live);
    const stays = eventsOf(followResponse(live));
    live.publish(text('a'));
    await gone.body?.cancel();
    live.publish(text('b'));
    live.end();
    expect(await stays).toEqual([text('ab'), '[DONE]']);
  });
});
