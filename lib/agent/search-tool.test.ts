/** What `search_tools` returns for a named tool: everything, in pieces. */
import { describe, expect, it } from 'vitest';
import type { ConnectedTool, Connections } from '@/lib/tools/types';
import { withBuiltIns } from './built-in';
import { RunTools } from './run-tools';
import { SEARCH_TOOL, searchAnswer } from './search-tool';

const SENTENCES = Array.from({ length: 1_200 }, (_, at) => `Here is sentence ${at} of it.`);
const NEVER = new AbortController().signal;

const tool = (name: string, description: string): ConnectedTool => ({
  ...SEARCH_TOOL,
  server: 'drawio',
  trusted: false,
  name,
  title: name,
  modelName: `drawio__${name}`,
  description,
  definitionHash: name,
  contractHash: name,
});

function searching(tools: ConnectedTool[], offerAllUpTo = 20) {
  const run = new RunTools(tools, { offerAllUpTo, maxTools: 12, alwaysActive: [], excludeDestructive: true });
  const connections = withBuiltIns({} as Connections, { [SEARCH_TOOL.name]: searchAnswer(run.search) });
  const ask = async (query: string, from?: number) =>
    (await connections.call(SEARCH_TOOL, { query, ...(from !== undefined && { from }) }, NEVER)).text;
  return { run, ask };
}

describe('a search for a tool by its name', () => {
  it('gives all that its server says of it, piece by piece, at ends of sentences', async () => {
    const { ask } = searching([tool('open_diagram', SENTENCES.join(' ')), tool('close', 'Closes.')]);
    let said = '';
    let from: number | undefined;
    for (let turn = 0; turn < 9; turn++) {
      const text = await ask('drawio__open_diagram', from);
      expect(text.length).toBeLessThan(25_000);
      const [, json = ''] = /characters \d+ to \d+ of \d+:\n("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
      said += JSON.parse(json).replace(/…$/, '');
      const [, next] = /Ask again with from: (\d+)/.exec(text) ?? [];
      if (next === undefined) break;
      from = Number(next);
    }
    expect(said).toBe(SENTENCES.join(' '));
    expect(await ask('open_diagram')).toContain('characters 0 to');
    expect(await ask('diagram')).not.toContain('characters 0 to');
    expect(await ask('drawio__open_diagram', 99_999_999)).toContain('""');
  });

  it('is there as soon as a description does not fit, however few the tools are', () => {
    const names = (tools: ConnectedTool[]) =>
      searching(tools).run.permitted.map(({ modelName }) => modelName);
    const short = tool('close', 'Closes.');
    expect(names([short])).toEqual(['drawio__close']);
    expect(names([short, tool('fits', 'x'.repeat(5_900))])).not.toContain('search_tools');
    expect(names([short, tool('long', 'x'.repeat(6_100))])).toContain('search_tools');
    const five = Array.from({ length: 5 }, (_, at) => tool(`t${at}`, 'x'.repeat(5_500)));
    expect(names(five)).toContain('search_tools');
    expect(searching(five).run.isChosen).toBe(false);
  });
});
