/** Versions of a message, each named by what distinguishes it. Pure. */
import type { OtherVersion } from '@/lib/store/messages';
import { visible } from '@/lib/values/text';
import type { MessageVersion } from '../chat-view';
import type { StoredPart } from './stored-message';

/** Characters of a name; below, of the texts that are compared for it. */
const LONGEST = 60;
const COMPARED = 3_000;
/** How many words name a version that ends where the others continue. */
const LAST_WORDS = 3;

interface Version {
  id: string;
  seq: number;
  parts: readonly StoredPart[];
}

/** All versions of a message, oldest first. */
export function versionsOf(shown: Version, others: readonly OtherVersion[]): MessageVersion[] {
  const all = [
    { id: shown.id, seq: shown.seq, text: textOf(shown.parts) },
    ...others.map(({ id, seq, head }) => ({ id, seq, text: textIn(head) })),
  ].sort((one, other) => one.seq - other.seq);
  const names = namesOf(all.map(({ text }) => text));
  return all.map(({ id }, place) => ({ id, name: names[place] ?? '' }));
}

/** Their text from the first word in which they differ; for people, with invisible characters made visible. */
export function namesOf(texts: readonly string[]): string[] {
  const all = texts.map((text) => text.slice(0, COMPARED).trim().split(/\s+/));
  const [first = []] = all;
  let same = 0;
  while (same < first.length && all.every((words) => words[same] === first[same])) same++;
  return all.map((words) => {
    const from = same < words.length ? same : Math.max(0, words.length - LAST_WORDS);
    const name = [...`${from > 0 ? '\u2026' : ''}${words.slice(from).join(' ')}`];
    return visible(name.length > LONGEST ? `${name.slice(0, LONGEST - 1).join('')}\u2026` : name.join(''));
  });
}

function textOf(parts: readonly StoredPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
}

/** The texts in stored parts, whose JSON may be cut off anywhere. */
function textIn(head: string): string {
  const texts = head.matchAll(/"type":"text","text":("(?:[^"\\]|\\.)*(?:"|\\?$))/g);
  return [...texts].map(([, text = '""']) => parsed(text)).join(' ');
}

function parsed(text: string): string {
  const whole = text.endsWith('"') && text.length > 1 ? text : `${text.replace(/\\[^\\]?.{0,4}$/, '')}"`;
  try {
    return String(JSON.parse(whole));
  } catch {
    return '';
  }
}
