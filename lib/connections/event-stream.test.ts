import { describe, expect, it } from 'vitest';
import { eventData } from './event-stream';

async function read(...pieces: string[]): Promise<string[]> {
  async function* source() {
    yield* pieces;
  }
  return Array.fromAsync(eventData(source()));
}

describe('eventData', () => {
  it('reads events with each kind of line end, split anywhere', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = [
        ': hello',
        'id: 1',
        'data: {"a":',
        'data:1}',
        '',
        'event: message',
        'data: two',
        '',
        '',
      ].join(end);
      expect(await read(text)).toEqual(['{"a":\n1}', 'two']);
      expect(await read(...text)).toEqual(['{"a":\n1}', 'two']);
    }
  });

  it('leaves out other events, and the one that the end cuts off', async () => {
    expect(await read('event: endpoint\ndata: x\n\ndata: kept\n\ndata: cut')).toEqual(['kept']);
    expect(await read('data: cut\n')).toEqual([]);
    expect(await read()).toEqual([]);
  });
});
