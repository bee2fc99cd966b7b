// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { forgetDrafts, keepDraftAs, readDraft } from './drafts';

afterEach(forgetDrafts);

it('goes along where a new chat becomes one, and is not in the next', () => {
  keepDraftAs('p', null, null, 'Who owes us?');
  expect(readDraft('p', null)).toBe('Who owes us?');
  keepDraftAs('p', null, 'c', 'Who owes us?');
  expect([readDraft('p', null), readDraft('p', 'c')]).toEqual(['', 'Who owes us?']);
});
