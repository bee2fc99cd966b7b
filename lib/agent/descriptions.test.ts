/** How much a model is told about a tool, and where. */
import { describe, expect, it } from 'vitest';
import { cutAtSentence, definitionText, serversText } from './descriptions';

const LIMIT_OF_OPENAI = 1024;

describe('a tool\u2019s definition', () => {
  it('holds a description whole, or its beginning up to a sentence, never more than any provider takes', () => {
    expect(definitionText({ description: 'Finds notes.' })).toBe('Finds notes.');
    const description = 'It does one thing. '.repeat(200);
    const text = definitionText({ description });
    expect(text).toMatch(/^It does one thing\. .* thing\.… \[It goes on in the instructions\.\]$/);
    expect(`${text} [destructive, unverified]`.length).toBeLessThanOrEqual(LIMIT_OF_OPENAI);
    for (const odd of ['x'.repeat(9_000), '\u{1F600}'.repeat(4_000), `${'word '.repeat(900)}`]) {
      const cut = definitionText({ description: odd });
      expect(`${cut} [destructive, unverified]`.length).toBeLessThanOrEqual(LIMIT_OF_OPENAI);
      expect(cut.isWellFormed()).toBe(true);
    }
  });
});

describe('a cut', () => {
  it.each([
    ['One. Two is longer. Three', 22, 'One. Two is longer.…'],
    ['First line\nsecond line goes on', 20, 'First line…'],
    ['no sentence ends anywhere here', 20, 'no sentence ends…'],
    ['unbroken', 5, 'unbr…'],
    ['v1.2 is fine.', 20, 'v1.2 is fine.'],
  ])('of %j at %i', (text, most, expected) => {
    expect(cutAtSentence(text, most)).toBe(expected);
    expect(cutAtSentence(text, most).length).toBeLessThanOrEqual(most);
  });
});

it('what servers say is given in their order, each within its own limit and all within one', () => {
  const servers = Array.from({ length: 6 }, (_, at) => ({
    server: `s${at}`,
    text: 'Say so. '.repeat(1_000),
  }));
  const said = serversText(servers);
  expect(said.map(([server]) => server)).toEqual(['s0', 's1', 's2']);
  for (const [, { shown, of }] of said) {
    expect(shown).toBeLessThanOrEqual(4_000);
    expect(of).toBe(7_999);
  }
});
