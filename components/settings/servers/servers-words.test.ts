/** What a server declares is told as a condition until somebody vouches for it and nothing of it is in doubt. */
import { expect, it } from 'vitest';
import type { ToolReview } from '@/lib/servers/servers-view';
import { resolve } from '@/mcp/annotations';
import { declaredWords } from './servers-words';

const REVIEW: ToolReview = {
  name: 'look',
  title: 'look',
  description: '',
  definitionHash: 'a'.repeat(64),
  suggests: null,
  declared: { readOnlyHint: true },
  risk: 'read-only',
  doubts: [],
  record: null,
  proposed: [],
  believed: { annotations: resolve({ readOnlyHint: true }, true), risk: 'read-only' },
  hasPreview: false,
  takes: [],
  isCompanion: false,
  isForApp: false,
  changes: [],
  pinned: null,
  rehearsal: { said: null, complaint: null, proposed: [], choices: [] },
  standing: 'on',
};
const doubt = (isBelieved: boolean): ToolReview['doubts'] => [
  { hint: 'readOnlyHint', by: 'name', word: 'delete', isBelieved },
];

it('is a condition where nobody vouches, where the tool is off, and where a hint is in doubt', () => {
  const open = declaredWords(REVIEW, false);
  expect(declaredWords({ ...REVIEW, standing: 'off' }, true)).toBe(open);
  expect(declaredWords({ ...REVIEW, doubts: doubt(false) }, true)).toBe(open);
  const vouched = declaredWords(REVIEW, true);
  expect(vouched).not.toBe(open);
  expect(declaredWords({ ...REVIEW, doubts: doubt(true) }, true)).toBe(vouched);
});

it('is the same where nothing is declared: nobody has said anything', () => {
  expect(declaredWords({ ...REVIEW, declared: {} }, true)).toBe(
    declaredWords({ ...REVIEW, declared: {} }, false),
  );
});
