/** What our own tools say has its words in every language of the page: a new tool without them fails here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leadSentences } from '@/components/tool-call/approval/approval-words';
import { labelOf } from '@/components/tool-call/table/labels';
import { OWN_IN } from '@/components/words/catalogue';
import { LOCALES } from '@/lib/people/preferences';
import { resolve, riskOf } from '@/mcp/annotations';
import { tools } from '@/mcp/tools';
import { sourceFiles } from './imports';
import { isTest } from './rules';

const root = process.cwd();
const sources = sourceFiles(root).filter((file) => /^(?:mcp|lib\/agent)\//.test(file) && !isTest(file));
const read = (files: string[]) => files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
const written = read(sources.filter((file) => /^mcp\/tools\//.test(file)));

const listed = tools.filter(({ companion }) => !companion);

describe.each(LOCALES.filter((locale) => locale !== 'en'))('our own tools, in %s', (locale) => {
  const words = OWN_IN[locale] ?? {};
  const lacking = (texts: Iterable<string>) =>
    [...new Set(texts)].filter((text) => !words[text]?.trim()).sort();

  it('have titles', () => {
    const answered = ['lib/agent/search-tool.ts', 'lib/agent/showing/show-tools.ts'];
    const builtIn = [...read(answered).matchAll(/^ {2}title: '(.+)',$/gm)].map(([, title = '']) => title);
    expect(builtIn).toHaveLength(3);
    expect(lacking([...listed.map(({ title }) => title), ...builtIn])).toEqual([]);
  });

  it('have the sentences of their cards', () => {
    // A write is told of by its title.
    const asked = listed.filter(({ annotations }) => riskOf(resolve(annotations, true)) !== 'write');
    expect(lacking(asked.map(({ description }) => leadSentences(description)))).toEqual([]);
  });

  it('have words for every field that they take and answer', () => {
    const fields = listed.flatMap(({ input, output }) => [
      ...namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
      ...namesIn(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })),
    ]);
    expect(fields).toContain('daysLate');
    expect(lacking(fields.map((name) => labelOf([name])))).toEqual([]);
  });

  it('have words for everything that their previews call something', () => {
    const labels = [...written.matchAll(/\bline\((?!label)([^,]+),/g)].map(([, label = '']) => label.trim());
    const groups = [
      ...[...written.matchAll(/\bgroupOf\(([^,]+),([^,]+),/g)].flatMap(([, one = '', many = '']) => [
        one,
        many,
      ]),
      ...[...written.matchAll(/\bone: ([^,]+), many: ([^,}]+)/g)].flatMap(([, one = '', many = '']) => [
        one,
        many,
      ]),
    ].map((name) => name.trim());
    expect([labels.length > 15, groups.length > 10]).toEqual([true, true]);
    const said = (texts: string[]) =>
      texts.filter((text) => /^'.*'$/.test(text)).map((text) => text.slice(1, -1));
    // What is made of parts nobody finds here.
    expect([...labels, ...groups].filter((text) => !/^'.*'$/.test(text))).toEqual([]);
    const kept = ['invoice', 'invoices'];
    const counts = said(groups).filter((name) => !kept.includes(name));
    expect(lacking([...said(labels).filter(Boolean), ...counts.map((name) => `# ${name}`)])).toEqual([]);
  });

  it('are known by the very words that stand in their sources', () => {
    const all = read(sources)
      .replaceAll("' +\n", '')
      .replace(/(?<=\S )\s+'/g, '');
    const labels = new Set(listed.flatMap(fieldLabels));
    const parts = Object.keys(words)
      .filter((text) => !labels.has(text))
      .flatMap((text) => text.split(/#|: |, (?=together|becomes)/).map((part) => part.trim()))
      .filter((part) => part.length > 2);
    expect(parts.filter((part) => !all.includes(part.replace(/\.$/, '')))).toEqual([]);
  });

  it('never call two fields of one thing the same', () => {
    const alike = listed.flatMap((tool) =>
      objectsIn(z.toJSONSchema(tool.output, { io: 'output', unrepresentable: 'any' })).flatMap((names) => {
        const said = names.map((name) => words[labelOf([name])]);
        return said.filter((one, at) => said.indexOf(one) !== at).map((one) => `${tool.name}: ${one}`);
      }),
    );
    expect(alike).toEqual([]);
  });
});

function fieldLabels({ input, output }: (typeof tools)[number]): string[] {
  return [input, output].flatMap((schema) =>
    namesIn(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).map((name) => labelOf([name])),
  );
}

const namesIn = (schema: unknown): string[] => objectsIn(schema).flat();

/** The names of the fields of every object in a JSON Schema. */
function objectsIn(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(objectsIn);
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key === 'properties') return [Object.keys(inner), ...Object.values(inner).flatMap(objectsIn)];
    return ['description', 'examples', 'enum', 'const', 'default'].includes(key) ? [] : objectsIn(inner);
  });
}
