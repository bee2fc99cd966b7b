/** Our own tools' texts are translated into every language of the page: a new tool without translations fails here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leadSentences } from '@/components/tool-call/approval/approval-words';
import { labelOf } from '@/components/tool-call/table/labels';
import { OWN_IN } from '@/components/words/catalogue';
import { LOCALES } from '@/lib/people/preferences';
import { resolve, riskOf } from '@/mcp/annotations';
import type { ToolDefinition } from '@/mcp/define-tool';
import { tools } from '@/mcp/tools';
import { workspaceTools } from '@/mcp/workspace/tools';
import { sourceFiles } from './imports';
import { isTest } from './rules';

type Told = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'annotations' | 'input' | 'output'>;

/** The texts of a set of tools. */
interface Said {
  tools: Told[];
  /** Of tools that are in no list. */
  titles: string[];
  labels: string[];
  /** `order`, `orders`. */
  counts: string[];
  source: string;
}

const files = sourceFiles(process.cwd()).filter((file) => !isTest(file));
const read = (which: RegExp) =>
  files
    .filter((file) => which.test(file))
    .map((file) => readFileSync(join(process.cwd(), file), 'utf8'))
    .join('\n');
const found = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].flatMap(([, ...parts]) => parts.map((part = '') => part.trim()));
const listed = <Tool extends { companion?: boolean }>(all: readonly Tool[]) =>
  all.filter(({ companion }) => !companion);

const SAID: Record<'business' | 'workspace', () => Said> = {
  business: () => {
    const source = read(/^mcp\/tools\//);
    const labels = found(source, /\bline\(([^,]+),/g);
    const counts = [
      ...found(source, /\bgroupOf\(([^,]+),([^,]+),/g),
      ...found(source, /\bone: ([^,]+), many: ([^,}]+)/g),
    ];
    // Those composed of parts that cannot be found here.
    expect([...labels, ...counts].filter((text) => !/^'.*'$/.test(text))).toEqual([]);
    expect([labels.length > 15, counts.length > 10]).toEqual([true, true]);
    const plain = (texts: string[]) => texts.map((text) => text.slice(1, -1));
    return {
      tools: listed(tools),
      titles: found(read(/^lib\/agent\/(?:search-tool|showing\/show-tools)\.ts$/), /^ {2}title: '(.+)',$/gm),
      labels: plain(labels),
      // Occurs only in a refusal.
      counts: plain(counts).filter((name) => !/^invoices?$/.test(name)),
      source: source + read(/^mcp\/what-goes\.ts$/),
    };
  },
  workspace: () => {
    const source = read(/^mcp\/workspace\//);
    const first = found(source, /\bline\(([^,]*'[^,]*),/g).join(' ');
    const labels = [
      ...found(first, /'([A-Z][\w ]+)'/g),
      ...found(source, /\bthingAt\([^()]*'(\w+)'/g),
      ...found(source, /\blabel: '(\w+)'/g),
      ...found(source, /\bMARK = '(\w+)'/g),
      ...found(source, /\): '(\w+)' \| '(\w+)' \| '(\w+)' \{/g),
    ];
    expect(labels.length).toBeGreaterThan(12);
    return { tools: listed(workspaceTools) as Told[], titles: [], labels, counts: [], source };
  },
};

const cases = LOCALES.filter((locale) => locale !== 'en').flatMap((locale) =>
  (['business', 'workspace'] as const).map((which) => [which, locale] as const),
);

describe.each(cases)('our own tools, %s, in %s', (which, locale) => {
  const words = OWN_IN[locale]?.[which] ?? {};
  const said = SAID[which]();
  const sentences = said.tools
    // A write is described by its title.
    .filter(({ annotations }) => riskOf(resolve(annotations, true)) !== 'write')
    .map(({ description }) => leadSentences(description));
  const titles = [...said.tools.map(({ title }) => title), ...said.titles];
  const fields = said.tools.flatMap((tool) => objectsOf(tool).flat());
  const lacking = (texts: Iterable<string>) =>
    [...new Set(texts)].filter((text) => !words[text]?.trim()).sort();

  const file = (part: string) =>
    `components/words/german/own/${which === 'business' ? part : 'workspace'}.ts`;

  it.each([
    ['titles', file('titles'), titles],
    ['the sentences of their cards', file('sentences'), sentences],
    ['words for every field that they take and answer', file('fields'), fields],
    ['words for what their previews tell of', file('previews'), said.labels.filter((label) => label !== '')],
    ['words for what their previews count', file('previews'), said.counts.map((name) => `# ${name}`)],
  ])('have %s', (_, where, texts) => {
    expect(lacking(texts), `These lack their words: write them in ${where}`).toEqual([]);
  });

  it('say what has words, to the letter', () => {
    const all = new Set([...titles, ...sentences, ...fields, ...said.labels]);
    const parts = Object.keys(words)
      .filter((text) => !all.has(text))
      .flatMap((text) => text.split(/#|: |…|, (?=together|becomes)/).map((part) => part.trim()))
      .filter((part) => part.length > 2 && !said.counts.includes(part) && !said.labels.includes(part));
    expect(parts.filter((part) => !said.source.includes(part))).toEqual([]);
  });

  it('never call two fields of one thing the same', () => {
    const alike = said.tools.flatMap((tool) =>
      objectsOf(tool).flatMap((names) => {
        const one = [...new Set(names)].map((name) => words[name]);
        return one.filter((name, at) => one.indexOf(name) !== at).map((name) => `${tool.name}: ${name}`);
      }),
    );
    expect(alike).toEqual([]);
  });
});

/** The page's names for the fields of every object in a tool's input or output. */
function objectsOf({ input, output }: Told): string[][] {
  const schemas = [z.toJSONSchema(input, { io: 'input' }), z.toJSONSchema(output, { io: 'output' })];
  return schemas.flatMap(objectsIn).map((names) => names.map((name) => labelOf([name])));
}

function objectsIn(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(objectsIn);
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key === 'properties') return [Object.keys(inner), ...Object.values(inner).flatMap(objectsIn)];
    return ['description', 'examples', 'enum', 'const', 'default'].includes(key) ? [] : objectsIn(inner);
  });
}
