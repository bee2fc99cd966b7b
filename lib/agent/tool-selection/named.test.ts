/** Tools that a message names come first, and nothing counts as named by accident. */
import { describe, expect, it } from 'vitest';
import { namedIn } from './named';
import { rank } from './rank';
import { searchTools } from './search-tools';
import { selectTools } from './select-tools';
import { tool } from './testing/sample-tools';
import { buildToolIndex } from './tool-index';
import type { SelectableTool } from './types';

const others = Array.from({ length: 30 }, (_, at) =>
  tool({
    server: `s${at % 5}`,
    name: `issues_list_records_find_${at}`,
    description: 'Lists issues, finds records.',
  }),
);
const tools = [
  ...others,
  tool({ server: 'github', name: 'list_issues' }),
  tool({ server: 'gitlab', name: 'list_issues' }),
  tool({ server: 'mongo', name: 'find', description: 'Runs a query.' }),
  tool({ server: 'maps', name: 'MatrixTool', description: 'Travel times.' }),
  tool({ server: 'shop', name: 'the' }),
  tool({ server: 'shop', name: '42' }),
  tool({ server: 'shop', name: 'orders_delete', risk: 'destructive' }),
];
const index = buildToolIndex(tools);

function named(message: string): string[] {
  return [...namedIn(index, message).tools].map((at) => tools[at]?.modelName ?? '');
}

describe('a tool is named', () => {
  it.each([
    ['list_issues', ['github__list_issues', 'gitlab__list_issues']],
    ['List Issues', ['github__list_issues', 'gitlab__list_issues']],
    ['Please use list_issues for the open ones.', ['github__list_issues', 'gitlab__list_issues']],
    ['Take `github__list_issues`!', ['github__list_issues']],
    ['find', ['mongo__find']],
    ['use find, please', ['mongo__find']],
    ['Is there a find tool?', ['mongo__find']],
    ['How far is it? MatrixTool', ['maps__MatrixTool']],
  ])('by %j', (message, expected) => {
    expect(named(message)).toEqual(expected);
  });

  it.each([
    'find the records of 42 issues',
    'We list issues on the board, so that people find them',
    'my_list_issues_2',
    'use the tool',
    'call the 42',
    '',
  ])('by no accident: %j', (message) => {
    expect(named(message)).toEqual([]);
  });
});

describe('a named tool', () => {
  it('comes first, whatever else matches, and says so', () => {
    const [first, second] = rank(
      index,
      'find records: list issues and records of issues with the find tool',
      {
        limit: 5,
        explain: true,
      },
    );
    expect(first).toMatchObject({ tool: { modelName: 'mongo__find' }, isNamed: true });
    expect(first?.parts?.named).toBeGreaterThan(second?.score ?? 0);
    expect(second?.isNamed).toBe(undefined);
  });

  it('is offered though it destroys, and not where the rules leave it out', () => {
    const message = 'What would shop__orders_delete do?';
    const names = (filter?: (one: SelectableTool) => string | undefined) =>
      selectTools({ tools, message, filter, excludeDestructive: true }).tools.map(
        ({ modelName }) => modelName,
      );
    expect(names()[0]).toBe('shop__orders_delete');
    expect(names(({ name }) => (name === 'orders_delete' ? 'policy' : undefined))).not.toContain(
      'shop__orders_delete',
    );
  });

  it('is found by a search when several servers that nobody vouched for have it', () => {
    const same = ['a', 'b', 'c', 'd'].map((server) =>
      tool({ server, name: 'get_file', trusted: false, risk: 'destructive' }),
    );
    const hits = searchTools({ tools: [...others, ...same, tool({ name: 'file_get' })], query: 'get_file' });
    expect(hits.slice(0, 4).map(({ tool: { modelName } }) => modelName)).toEqual(
      same.map(({ modelName }) => modelName),
    );
  });
});

describe('a server that is named', () => {
  const wiki = ['notion', 'github', 'brave-search'].map((server) => tool({ server, name: 'pages_search' }));
  const all = buildToolIndex([...others, ...wiki]);
  const first = (message: string) => rank(all, message, { limit: 1 })[0]?.tool.server;

  it('comes before others whose tools match as well', () => {
    expect(first('Search the pages in Notion for the roadmap')).toBe('notion');
    expect(first('search pages on GitHub')).toBe('github');
    expect(first('use Brave Search for pages')).toBe('brave-search');
  });
});

it('a search hides nothing but what the rules leave out', () => {
  const destructive = tool({ server: 'shop', name: 'basket_clear', risk: 'destructive' });
  const query = { tools: [...tools, destructive], query: 'basket' };
  expect(searchTools(query)[0]?.tool.name).toBe('basket_clear');
  expect(searchTools({ ...query, filter: () => 'policy' })).toEqual([]);
});
