/**
 * Every text of e2e/cases/01 to 06 as a server's description of a tool, as its instructions, and as a search result.
 */
import { describe, expect, it } from 'vitest';
import { type Case, casesOf } from '@/e2e/cases';
import type { Caller } from '@/lib/people/caller';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { withBuiltIns } from './built-in';
import { definitionText } from './descriptions';
import { printInstructions } from './instructions';
import { SEARCH_TOOL, searchAnswer } from './search-tool';

const FILES = [
  ...['01-malicious-tools', '02-result-injections', '03-naughty-strings'],
  ...['04-render', '05-wire-json', '06-unicode-deception'],
];
const HARMLESS = 'This tool looks after things. '.repeat(100);
const HIDDEN =
  /(?![ \n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/u;
const LINE = /^- (?:x__t \(nobody has vouched for this server\)|x): "(?:[^"\\]|\\.)*"(?: \([^"]*\))?$/;

const CALLER = { userName: 'Noor', teamName: 'Amber', role: 'member' } as Caller;
const TODAY = new Date('2026-11-20T12:00:00Z');

function textOf({ payload, payload_b64: coded, tool }: Case): string {
  if (typeof payload === 'string') return payload;
  if (coded !== undefined) return Buffer.from(coded, 'base64').toString('utf8');
  return String(tool?.description ?? '');
}

const toolOf = (description: string): ConnectedTool => ({
  ...SEARCH_TOOL,
  server: 'x',
  name: 't',
  modelName: 'x__t',
  trusted: false,
  risk: 'destructive',
  description,
});

function systemFor(text: string): string {
  const servers = [{ server: 'x', text: HARMLESS + text }];
  return printInstructions(CALLER, [toolOf(HARMLESS + text)], 'default', TODAY, { servers });
}

const PLAIN = systemFor('').split('\n');

describe.each(FILES)('the texts of %s', (file) => {
  const texts = casesOf(file).map((one) => ({ id: one.id, text: textOf(one) }));

  it('stand in the instructions as one quoted line each, with nothing hidden, whatever they hold', () => {
    expect(texts.length).toBeGreaterThan(10);
    for (const { id, text } of texts) {
      const lines = systemFor(text).split('\n');
      expect(lines.length, id).toBe(PLAIN.length);
      const theirs = lines.filter((line, at) => line !== PLAIN[at]);
      for (const line of theirs) {
        expect(line, id).toMatch(LINE);
        expect(line, id).not.toMatch(HIDDEN);
      }
    }
  });

  it('stay within what a definition may hold, and a search quotes them', async () => {
    for (const { id, text } of texts) {
      const tool = toolOf(HARMLESS + text);
      expect(definitionText(tool).length, id).toBeLessThan(1_000);
      const { description } = toolOf(text.slice(0, 300));
      expect(definitionText({ description }), id).not.toMatch(HIDDEN);
      const { call } = withBuiltIns({} as Connections, { [SEARCH_TOOL.name]: searchAnswer(() => [tool]) });
      const { text: answer } = await call(SEARCH_TOOL, { query: 'x__t' }, new AbortController().signal);
      const [, ...lines] = answer.split('\n');
      expect(lines, id).toHaveLength(4);
      expect(answer, id).not.toMatch(HIDDEN);
      const said = JSON.parse(/^"(?:[^"\\]|\\.)*"/.exec(lines[3] ?? '')?.[0] ?? '') as string;
      expect(said.startsWith('This tool looks after things.'), id).toBe(true);
    }
  });
});
