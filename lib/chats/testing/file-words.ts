/** For tests: the fixed words of a chat's export, in English. */
import type { FileWords } from '../markdown-file';

export const FILE_WORDS: FileWords = {
  you: 'You',
  attached: (name, size) => `Attached: ${name} (${size})`,
  states: { done: 'done', failed: 'failed', denied: 'not run', open: 'not finished' },
  decision: ({ status, by }) => (by.length > 0 ? `${status} by ${by.join(', ')}` : status),
  reason: (text) => `Reason: ${text}`,
  takenBack: 'Taken back afterwards',
  notice: (text) => text,
};
