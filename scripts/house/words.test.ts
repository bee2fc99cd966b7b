/** The catalogue of words: complete, used, consistent between languages; and no word outside it is shown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, TOLD_IN, WITH_SETTINGS } from '@/components/words/catalogue';
import { LOCALES } from '@/lib/people/preferences';
import { sourceFiles } from './imports';
import { isTest } from './rules';
import { keysIn, strayWords } from './words';

const root = process.cwd();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isCatalogue = (file: string) => /^components\/words\/(?:english|german)/.test(file);
const lang = (file: string) => (file.endsWith('x') ? 'tsx' : 'ts');
const ours = sourceFiles(root).filter(
  (file) => /^(?:app\/(?!api\/)|components\/).*\.tsx?$/.test(file) && !isTest(file) && !isCatalogue(file),
);

describe('the catalogue', () => {
  const keys = Object.keys(CATALOGUE.en);

  it.each(LOCALES)('has every key in %s, with words', (locale) => {
    const folder = locale === 'en' ? 'english' : 'german';
    expect(
      Object.keys(CATALOGUE[locale]).sort(),
      `Each key stands in components/words/${folder}/ as well`,
    ).toEqual(keys.toSorted());
    expect(Object.entries(CATALOGUE[locale]).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LOCALES)('asks in %s for the same values as in English', (locale) => {
    const differing = keys.filter((key) => wants(CATALOGUE[locale][key]) !== wants(CATALOGUE.en[key]));
    expect(differing, 'Both languages name the same {values} and <tags>').toEqual([]);
  });

  it.each(LOCALES)(
    'has words between all tags in %s: without any the compiler takes a tag for a value',
    (locale) => {
      expect(Object.values(CATALOGUE[locale]).filter((text) => /<(\w+)><\/\1>/.test(text))).toEqual([]);
    },
  );

  it('has no key twice', () => {
    const rooms = sourceFiles(root).filter((file) => file.startsWith('components/words/english/'));
    const written = rooms.flatMap((file) =>
      [...read(file).matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key),
    );
    expect(
      written.toSorted(),
      'A key is there twice, or its file is not part of components/words/english.ts',
    ).toEqual(keys.toSorted());
  });

  it('has no key that nobody uses', () => {
    const used = ours.map((file) => keysIn(read(file), lang(file)));
    const unused = keys.filter(
      (key) => !used.some((one) => one.keys.has(key) || one.patterns.some((pattern) => pattern.test(key))),
    );
    expect(unused, 'Nobody says these: remove them in both languages').toEqual([]);
  });
});

describe('words that come with the settings', () => {
  it('are said nowhere else', () => {
    const isThere = (file: string) =>
      /^(?:components\/(?:settings|activity|allow|operation)\/|app\/\(shell\)\/(?:settings|activity|operation)\/|app\/(?:allow|oauth)\/)/.test(
        file,
      );
    const apart = [...WITH_SETTINGS];
    const astray = ours
      .filter((file) => !isThere(file))
      .flatMap((file) => {
        const { keys, patterns } = keysIn(read(file), lang(file));
        const said = apart.filter((key) => keys.has(key) || patterns.some((pattern) => pattern.test(key)));
        return said.map((key) => `${file}: ${key}`);
      });
    expect(astray, 'Their words come with the settings only: APART in components/words/catalogue.ts').toEqual(
      [],
    );
  });
});

describe('what the server tells', () => {
  const told = Object.values(TOLD_IN).flatMap((sentences) => Object.entries(sentences));

  it('is said in other languages by the very words that stand in its sources', () => {
    const sources = sourceFiles(root)
      .filter((file) => /^(?:lib|app|mcp)\/.*\.tsx?$/.test(file) && !isTest(file))
      .map((file) => read(file).replaceAll('\\u2019', '’').replaceAll("\\'", "'"))
      .join('\n');
    const parts = told.flatMap(([sentence]) =>
      sentence.split(/\{\w+\}|(?<=[.:;]) |\.$/).filter((part) => part.trim().length > 3),
    );
    const gone = parts.filter((part) => !sources.includes(part.trim()));
    expect(gone, 'The server says this no longer: mend components/words/german/told/').toEqual([]);
  });

  it.each(LOCALES.filter((locale) => locale !== 'en'))('has every reason of the policy in %s', (locale) => {
    const policy = read('lib/policy/policy.ts').replaceAll('\\u2019', '’');
    const found = /\b(?:reason|allow|ask|ask_admin|two_admins|deny):\s+'([A-Z][^']+\.)'/g;
    const reasons = [...policy.matchAll(found)].map(([, reason = '']) => reason);
    expect(reasons.length).toBeGreaterThan(20);
    const lacking = reasons.filter((reason) => !TOLD_IN[locale]?.[reason]);
    expect(
      lacking,
      'People read these on cards: their German goes into components/words/german/told.ts',
    ).toEqual([]);
  });

  it('has no other names', () => {
    const namesIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name);
    const others = told.filter(([one, other]) => namesIn(other).some((name) => !namesIn(one).includes(name)));
    expect(others).toEqual([]);
  });
});

describe('the pages', () => {
  it('show no words from outside the catalogue', () => {
    const straying = ours.flatMap((file) => {
      const stray = strayWords(read(file), lang(file));
      return stray.length > 0 ? [`${file}: ${stray.join(' | ')}`] : [];
    });
    expect(
      straying,
      "Words stand in the catalogue: say('room.key'), see docs/architecture.md, words",
    ).toEqual([]);
  });
});

describe('the search for words', () => {
  it.each([
    ['const A = () => <p>Some words</p>;', ['Some words']],
    ["const A = () => <p>{isBusy ? 'Saving' : `Save $".concat('{count}`}</p>;'), ['Saving', 'Save \u2026']],
    ["const A = () => <p>{isBusy && 'Saving'}</p>;", ['Saving']],
    ['const A = () => <Button aria-label="Close" className="flex Grow items" />;', ['Close']],
    ["const WORDS = { closed: 'Accounts are by invitation.' };", ['Accounts are by invitation.']],
    ["const A = () => <p className={classes('flex', isOpen && 'mt-2 p-4')}>{say('sign-in.title')}</p>;", []],
    ["throw new Error('This is for programmers.');", []],
    ["import 'A module. With words';\nconst key = event.key === 'Enter';", []],
  ])('finds in %s what people read', (source, words) => {
    expect(strayWords(source)).toEqual(words);
  });

  it('knows which keys a source may mean', () => {
    const hole = '$'.concat('{state}');
    const { keys, patterns } = keysIn(
      `say('sign-in.title'); say(\`grants.${hole}.row\`); say(\`${hole}.row\`);`,
    );
    expect(keys).toContain('sign-in.title');
    expect(patterns.map((pattern) => pattern.test('grants.used-up.row'))).toEqual([true]);
  });

  it('tells messages apart that ask for other values', () => {
    expect(wants('{count, plural, one {# card} other {# cards}} of {name}')).toBe(
      wants('Von {name}: {count, plural, =0 {keine Karte} one {# Karte} other {# Karten}}'),
    );
    expect(wants('{name}')).not.toBe(wants('{nane}'));
    expect(wants('<b>{name}</b>')).not.toBe(wants('{name}'));
    expect(wants('{kind, select, a {A} other {B}}')).not.toBe(wants('{kind, select, b {A} other {B}}'));
    expect(wants('{at, date, ::d}')).not.toBe(wants('{at}'));
  });
});

/** The values in a message with their kinds; for a `select`, with its choices. */
function wants(message: string | undefined): string {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, choices] = node;
    const isArgument =
      typeof name === 'string' && (node.length === 1 || typeof kind === 'number') && kind !== 0;
    if (!isArgument) {
      for (const part of node) walk(part);
      return;
    }
    const options = typeof choices === 'object' && choices !== null && kind <= 3 ? choices : {};
    found.add(`${name}:${kind ?? ''}${kind === 1 ? Object.keys(options).sort() : ''}`);
    for (const part of Object.values(options)) walk(part);
  };
  const compiled = compile(message ?? '');
  if (Array.isArray(compiled)) for (const node of compiled) walk(node);
  for (const [, tag] of (message ?? '').matchAll(/<(\w+)>/g)) found.add(`<${tag}>`);
  return [...found].sort().join(' ');
}
