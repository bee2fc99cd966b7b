import { describe, expect, it } from 'vitest';
import type { CallFacts } from '../call-view';
import { timelineOf } from './timeline-of';

const AT = Date.parse('2026-11-20T10:00:00.000Z');

function call(
  name: string,
  from: number,
  lasted: number | undefined,
  more: Partial<CallFacts> = {},
): CallFacts {
  const startedAt = new Date(AT + from).toISOString();
  return {
    part: { toolCallId: name },
    metadata: { title: name, tool: name, server: 'crm', trusted: true, risk: 'read-only' },
    call: { toolCallId: name, startedAt, durationMs: lasted, outcome: 'success' },
    ...more,
  } as CallFacts;
}

describe('the timeline of an answer', () => {
  it('tells what ran together, what came after what, and how long it waited', () => {
    const timeline = timelineOf([call('a', 0, 100), call('b', 50, 200), call('c', 400, 100)]);
    expect(timeline?.total).toBe(500);
    expect(
      timeline?.calls.map(({ name, from, beside, after, gap }) => [name, from, beside, after, gap]),
    ).toEqual([
      ['a', 0, ['b'], null, 0],
      ['b', 50, ['a'], null, 0],
      ['c', 400, [], 'b', 150],
    ]);
  });

  it('knows what a person had confirmed, and what failed', () => {
    const failed = call('b', 10, 5);
    if (failed.call) failed.call.outcome = 'error';
    const confirmed = call('a', 0, 5, { approval: { status: 'confirmed' } as CallFacts['approval'] });
    const timeline = timelineOf([confirmed, failed]);
    expect(timeline?.calls.map((one) => [one.confirmed, one.failed])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it.each([
    ['one call', [call('a', 0, 5)]],
    ['one that has ended', [call('a', 0, 5), call('b', 1, undefined)]],
    ['none', []],
  ])('is none of %s', (_what, facts) => {
    expect(timelineOf(facts)).toBeNull();
  });
});
