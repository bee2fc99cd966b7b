/**
 * A record as a read-only tool answered it, line by line: for a card, and for comparing it with what it is afterwards.
 * Pure.
 */
import type { CallOutcome, Shown } from '@/lib/tools/types';
import { MASK } from '@/lib/transport/masked-value';
import { knownSecretSpans, masked } from '@/lib/transport/secrets';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { isSecretMember } from '@/lib/values/secret-names';
import { storable } from '@/lib/values/text';

/** As many lines as other servers' companions may answer. */
const MOST_LINES = 100;
const LONGEST = 500;
const DEEPEST = 8;
/** As shared chats have it. */

type Line = Shown['lines'][number];

/**
 * From the structured content, or from the JSON in the text of a server that answers with text alone. The hash covers
 * the whole answer.
 */
export function recordLines({ structured, text }: Pick<CallOutcome, 'structured' | 'text'>): Shown {
  const record = structured ?? parsed(text);
  const lines: Line[] = [];
  walk(record, '', false, 0, lines);
  return { lines, record: sha256Hex(canonicalJson(record)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function walk(value: unknown, path: string, isSecret: boolean, depth: number, lines: Line[]): void {
  if (lines.length >= MOST_LINES) return;
  const isNested = typeof value === 'object' && value !== null && depth < DEEPEST;
  const entries = isNested ? Object.entries(value) : [];
  if (entries.length === 0) {
    lines.push({ label: cut(path), value: isSecret && value !== null ? MASK : shown(value) });
    return;
  }
  for (const [key, one] of entries) {
    const below = path === '' ? key : `${path}.${key}`;
    walk(one, below, isSecret || isSecretMember(key, value as object), depth + 1, lines);
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Masks before cutting: a secret that the cut would split is still recognised as one.
  const most = text.slice(0, LONGEST * 4);
  return cut(masked(most, knownSecretSpans(most), () => MASK));
}

function cut(text: string): string {
  const kept = storable(text);
  return kept.length <= LONGEST ? kept : `${storable(kept.slice(0, LONGEST - 1))}…`;
}
