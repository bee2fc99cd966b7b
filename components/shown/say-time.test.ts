import { describe, expect, it } from 'vitest';
import {
  calendarDay,
  dateWords,
  durationWords,
  momentInSentence,
  momentWords,
  secondsWords,
} from './say-time';

const NOW = new Date('2026-11-20T13:00:00Z');
const say = (iso: string, zone = 'Europe/Berlin') => momentWords(iso, NOW, zone);

describe('times as people say them', () => {
  it('names near days, and the year only when it is another one', () => {
    expect(say('2026-11-20T13:02:00Z')).toBe('14:02');
    expect(say('2026-11-21T13:02:00Z')).toBe('tomorrow, 14:02');
    expect(say('2026-11-19T13:02:00Z')).toBe('yesterday, 14:02');
    expect(say('2026-09-14T12:02:00Z')).toBe('14 September, 14:02');
    expect(say('2025-09-14T12:02:00Z')).toBe('14 September 2025, 14:02');
  });

  it('says a day of the calendar, and nothing of what is none', () => {
    expect(calendarDay('2023-11-20')).toBe('20 Nov 2023');
    for (const none of ['2023-02-31', '2023-11', '20 Nov', '2023-11-20T10:00', '']) {
      expect(calendarDay(none)).toBeNull();
    }
  });

  it('goes by the day of the reader', () => {
    expect(say('2026-11-20T23:30:00Z')).toBe('tomorrow, 00:30');
    expect(say('2026-11-20T23:30:00Z', 'UTC')).toBe('23:30');
  });

  it('stands inside a sentence', () => {
    const words = (iso: string) => momentInSentence(iso, NOW, 'UTC');
    expect(words('2026-11-20T13:02:00Z')).toBe('at 13:02');
    expect(words('2026-11-19T13:02:00Z')).toBe('yesterday, 13:02');
    expect(words('2026-09-14T13:02:00Z')).toBe('on 14 September, 13:02');
  });

  it('holds no unusual space, as cards may not', () => {
    expect(`${say('2025-09-14T12:02:00Z')} ${dateWords('2025-09-14T00:00:00Z', NOW)}`).toMatch(/^[\w ,:]+$/);
  });

  it('says whole seconds', () => {
    expect([999, 12_900, 120_000, 75_400].map(secondsWords)).toEqual(['0 s', '12 s', '2 min', '1 min 15 s']);
  });

  it('says durations', () => {
    expect([90, 12_345, 75_400].map(durationWords)).toEqual(['0.09 s', '12.3 s', '1 min 15 s']);
  });
});
