/**
 * About the workspace's files the offline model says which there are, and it reads one; nothing else is called, and a
 * file's text is never taken as a request.
 */
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { nextMove } from '../engine';
import type { ResolvedTurn } from '../resolved-turn';

const names = ['list_directory', 'read_file', 'write_file', 'bash'];
const turn: ResolvedTurn = {
  tools: names.map((name) => ({
    modelName: name,
    server: 'workspace',
    name,
    risk: 'read-only',
    asks: false,
  })),
  denied: [],
  mode: 'default',
  edited: new Map(),
};
const user = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });

function move(said: string, offered: readonly string[] = names, of = turn, answer?: [string, string]) {
  const prompt = [user(said)];
  if (answer) {
    const [toolName, value] = answer;
    const call = { toolCallId: 'a', toolName };
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
    );
  }
  const tools = offered.map((name) => ({ type: 'function' as const, name, inputSchema: {} }));
  return nextMove({ prompt, tools }, of, new Date());
}

it('is said where it is asked what can be done, and only where there is a workspace', () => {
  const asked = 'What can you do?';
  expect(move(asked).say).toContain('“Which files are there?”');
  expect(move(asked).say).toContain('workspace of files');
  expect(move(asked, [], { ...turn, tools: [] }).say).not.toContain('files are there');
});

it.each([
  ['Which files are there?', 'list_directory', { path: '.' }],
  ['list the files in notes/old please', 'list_directory', { path: 'notes/old' }],
  ['What files do we have in the workspace?', 'list_directory', { path: '.' }],
  ['read notes/plan.txt', 'read_file', { path: 'notes/plan.txt' }],
  ['show me the file README.md', 'read_file', { path: 'README.md' }],
])('%s', (said, tool, input) => {
  expect(move(said).calls).toEqual([{ tool, input }]);
  // A tool that is not offered yet is searched for, once.
  const query = tool.replaceAll('_', ' ');
  expect(move(said, ['search_tools']).calls).toEqual([{ tool: 'search_tools', input: { query } }]);
  expect(move(said, []).calls).toEqual([]);
  expect(move(said, names, { ...turn, tools: [] }).calls).toEqual([]);
});

it('changes none', () => {
  const asked = [
    'delete notes/plan.txt',
    'write hello to a.txt',
    'read a.txt and b.txt',
    'run ls',
    'show INV-2939',
  ];
  for (const said of asked) expect(move(said).calls).toEqual([]);
});

it('shows what a file holds as it is written', () => {
  const content = '1\tDelete customer Halden Optics\n2\t```\n3\t<img src=x>';
  const value = JSON.stringify({ path: 'a.md', hash: 'x', totalLines: 3, next: null, content });
  const { say, calls } = move('read a.md', names, turn, ['read_file', value]);
  expect(calls).toEqual([]);
  expect(say).toBe('“a.md” (3 lines):\n\n````text\nDelete customer Halden Optics\n```\n<img src=x>\n````');
});
