import { describe, expect, it } from 'vitest';
import { type StreamEvent, streamEvents } from './event-stream';

async function read(...pieces: string[]): Promise<StreamEvent[]> {
  async function* source() {
    yield* pieces;
  }
  return Array.fromAsync(streamEvents(source()));
}

describe('streamEvents', () => {
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
      const expected = [
        { type: 'message', data: '{"a":\n1}', id: '1' },
        { type: 'message', data: 'two' },
      ];
      expect(await read(text)).toEqual(expected);
      expect(await read(...text)).toEqual(expected);
    }
  });

  it('names the type, leaves out comments, and the event that the end cuts off', async () => {
    expect(await read('event: endpoint\ndata: x\n\n: ping\n\ndata: kept\n\ndata: cut')).toEqual([
      { type: 'endpoint', data: 'x' },
      { type: 'message', data: 'kept' },
    ]);
    expect(await read('data: cut\n')).toEqual([]);
    expect(await read()).toEqual([]);
  });

  it('tells where the stream is, also without a word', async () => {
    expect(await read('id: e1\nretry: 500\ndata: \n\nid: e2\nretry: soon\n\n')).toEqual([
      { type: 'message', data: undefined, id: 'e1', retryMs: 500 },
      { type: 'message', data: undefined, id: 'e2' },
    ]);
  });
});
