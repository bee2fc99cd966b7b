import { describe, expect, it } from 'vitest';
import type { ChatSummary } from '@/lib/runs/chat-view';
import { groupByDay } from './group-by-day';

const chatAt = (updatedAt: string): ChatSummary => ({
  id: updatedAt,
  title: updatedAt,
  mode: 'default',
  status: 'idle',
  waits: false,
  pinned: false,
  archived: false,
  temporary: false,
  folder: null,
  updatedAt,
});

const daysOf = (times: string[], now: string, timeZone = 'UTC') =>
  groupByDay(times.map(chatAt), new Date(now), timeZone).map(({ day, chats }) => [
    day,
    ...chats.map((chat) => chat.id),
  ]);

/** A Thursday. */
const NOW = '2026-11-19T14:00:00.000Z';

describe('groupByDay', () => {
  it('uses the words people use, newest first', () => {
    const times = [
      '2025-11-30T09:00:00.000Z',
      '2026-11-19T09:00:00.000Z',
      '2026-11-09T09:00:00.000Z',
      '2026-11-18T23:59:00.000Z',
      '2026-11-17T09:00:00.000Z',
      '2026-11-19T13:00:00.000Z',
      '2026-11-15T09:00:00.000Z',
      '2026-11-08T23:00:00.000Z',
      '2026-10-01T09:00:00.000Z',
    ];
    expect(daysOf(times, NOW)).toEqual([
      ['Today', '2026-11-19T13:00:00.000Z', '2026-11-19T09:00:00.000Z'],
      ['Yesterday', '2026-11-18T23:59:00.000Z'],
      ['Tuesday', '2026-11-17T09:00:00.000Z'],
      ['Last week', '2026-11-15T09:00:00.000Z', '2026-11-09T09:00:00.000Z'],
      ['November', '2026-11-08T23:00:00.000Z'],
      ['October', '2026-10-01T09:00:00.000Z'],
      ['November 2025', '2025-11-30T09:00:00.000Z'],
    ]);
  });

  it('takes the day from the time zone of the reader', () => {
    const times = ['2026-11-18T23:30:00.000Z'];
    expect(daysOf(times, NOW, 'UTC')[0]?.[0]).toBe('Yesterday');
    expect(daysOf(times, NOW, 'Europe/Berlin')[0]?.[0]).toBe('Today');
  });

  it('calls the day before a Monday yesterday, and the ones before it last week', () => {
    const times = ['2026-11-15T10:00:00.000Z', '2026-11-14T10:00:00.000Z'];
    expect(daysOf(times, '2026-11-16T08:00:00.000Z').map(([day]) => day)).toEqual(['Yesterday', 'Last week']);
  });

  it('puts a clock that is ahead under today', () => {
    expect(daysOf(['2026-11-20T00:10:00.000Z'], NOW)[0]?.[0]).toBe('Today');
  });

  it('has no groups without chats', () => {
    expect(daysOf([], NOW)).toEqual([]);
  });
});
