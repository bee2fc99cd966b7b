/** What a server declares is told as a condition until somebody vouches for it and nothing of it is in doubt. */
import { afterEach, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { ToolReview } from '@/lib/servers/servers-view';
import { resolve } from '@/mcp/annotations';
import { declaredWords, errorWords } from './servers-words';

afterEach(() => speak({ locale: 'en', messages: messagesOf('en') }));

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

it.each([
  [
    'It cannot be reached: its machine refuses the connection.',
    'Er ist nicht erreichbar: Sein Rechner lehnt die Verbindung ab.',
  ],
  [
    'It ended with code 1: Error: Cannot find module "a".',
    'Er endete mit Code 1: Error: Cannot find module "a".',
  ],
  ['It broke the connection: ECONNRESET.', 'Er hat die Verbindung abgebrochen: ECONNRESET.'],
  ['It does what nobody knows.', 'It does what nobody knows.'],
])('says in German why a server failed, and keeps what it does not know: %s', (message, words) => {
  expect(errorWords(message)).toBe(message);
  speak({ locale: 'de', messages: messagesOf('de') });
  expect(errorWords(message)).toBe(words);
});
