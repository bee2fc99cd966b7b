/** Why a call failed, on the one line that its row has for it; the full text is in the details. */
import { errorWords } from '@/components/api/error-words';
import { told } from '@/components/words/told';
import type { ToolPart } from './call-status';

/** In UTF-16 units; no row is wide enough for more. */
const MOST = 240;

/** @returns the first non-empty line, cut, with its hidden characters; null if there is none */
export function failureLine(part: ToolPart, trusted: boolean): string | null {
  const line = wordsOf(part, trusted)
    .split('\n', 200)
    .find((one) => one.trim() !== '')
    ?.trim();
  if (!line) return null;
  // Leaves no half of a character at the end.
  return line.length <= MOST ? line : `${line.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function wordsOf(part: ToolPart, trusted: boolean): string {
  if (part.state === 'output-error') return told(errorWords(part.errorText, trusted));
  if (part.state !== 'output-available') return '';
  const content: unknown = Object(part.output).content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((one: unknown) => Object(one).text as unknown);
  return texts.filter((text) => typeof text === 'string').join('\n');
}
