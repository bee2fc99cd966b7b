import { describe, expect, it } from 'vitest';
import { replaced, triggerIn } from './trigger';

const at = (text: string, caret = text.length) => triggerIn(text, caret);

describe('what is looked for', () => {
  it.each([
    ['@', 'resources', ''],
    ['See @hal', 'resources', 'hal'],
    ['line\n@hal', 'resources', 'hal'],
    ['/', 'prompts', ''],
    ['/review of', 'prompts', 'review of'],
  ])('is found in %j', (text, kind, query) => {
    expect(at(text)).toMatchObject({ kind, query });
  });

  it.each([
    'ben@example.com',
    'Write to ben@example.com, please',
    '@ben can you',
    'a @ b',
    '/usr/bin/node',
    '/ 2',
    'Look in /etc',
    ' /review',
    '/one\ntwo',
    '// a comment',
    'and/or',
    `@${'x'.repeat(61)}`,
    '@@',
  ])('is nothing in %j', (text) => {
    expect(at(text)).toBeNull();
  });

  it('is what stands before the caret, and goes without what stands behind it', () => {
    const text = 'See @hal and more';
    const trigger = at(text, 8);
    expect(trigger).toEqual({ kind: 'resources', from: 4, to: 8, query: 'hal' });
    expect(trigger && replaced(text, trigger)).toBe('See  and more');
    expect(triggerIn(text, null)).toBeNull();
  });
});
