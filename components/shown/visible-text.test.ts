import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hiddenNote, visibleParts, visibleString } from './visible-text';

const CASES = 'e2e/cases/06-unicode-deception.jsonl';
const RAW = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/u;

/** Turns what a card shows back into the original text. */
function decoded(text: string): string {
  return visibleParts(text)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const code = Number.parseInt(part.code.slice(2), 16);
      // A lone surrogate is a code unit, not a code point that may be combined.
      return (code <= 0xffff ? String.fromCharCode(code) : String.fromCodePoint(code)).repeat(part.times);
    })
    .join('');
}

describe('hidden characters', () => {
  it('leaves plain text, spaces and line breaks alone', () => {
    const text = 'Zoë Ångström, 東京\nעברית 🙂  two spaces';
    expect(visibleParts(text)).toEqual([{ kind: 'text', text }]);
    expect(hiddenNote(text)).toBeNull();
  });

  it.each([
    ['zero width space', '\u200b', 'U+200B'],
    ['right-to-left override', '\u202e', 'U+202E'],
    ['tag character', '\u{e0061}', 'U+E0061'],
    ['variation selector', '\ufe0f', 'U+FE0F'],
    ['no-break space', '\u00a0', 'U+00A0'],
    ['tab', '\t', 'U+0009'],
    ['carriage return', '\r', 'U+000D'],
    ['escape', '\u001b', 'U+001B'],
    ['line separator', '\u2028', 'U+2028'],
    ['Hangul filler', '\u3164', 'U+3164'],
    ['Braille blank', '\u2800', 'U+2800'],
    ['private use', '\ue000', 'U+E000'],
    ['unassigned', '\u{50000}', 'U+50000'],
    ['half a surrogate pair', '\ud800', 'U+D800'],
  ])('shows a %s', (_, character, code) => {
    expect(visibleString(`a${character}b`)).toBe(`a[${code}]b`);
    expect(hiddenNote(`a${character}b`)).toMatch(/^1 .+ shown$/);
  });

  it('counts by sort', () => {
    expect(hiddenNote('a\u202eb\u2066c\u200bd\u00a0')).toBe(
      '2 direction characters, 1 unusual space, 1 invisible character shown',
    );
  });

  it('shows marks stacked on one letter from the fifth on, and leaves scripts that stack a few alone', () => {
    expect(visibleString('e\u0323\u0302x')).toBe('e\u0323\u0302x');
    expect(visibleString(`a${'\u0301'.repeat(24)}b`)).toBe(`a${'\u0301'.repeat(4)}[U+0301 × 20]b`);
    expect(hiddenNote(`a${'\u0301'.repeat(24)}b`)).toBe('20 stacked marks shown');
  });

  it('shows a long run once, with its length', () => {
    const parts = visibleParts(`report${'\t'.repeat(1990)}; drop`);
    expect(parts).toHaveLength(3);
    expect(parts[1]).toEqual({ kind: 'escape', code: 'U+0009', times: 1990 });
  });

  it('leaves nothing hidden in the collected cases (e2e/cases)', () => {
    const payloads = readFileSync(CASES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).payload)
      .filter((payload) => typeof payload === 'string');
    expect(payloads.length).toBeGreaterThan(50);
    for (const payload of payloads) {
      const raw = [...visibleString(payload)].filter((one) => one !== ' ' && one !== '\n' && RAW.test(one));
      expect(raw).toEqual([]);
      expect(decoded(payload)).toBe(payload);
    }
  });
});
