import { describe, expect, it } from 'vitest';
import { serverConfig, setUp } from '@/lib/connections/testing/connections';
import { plainTool, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { modelName } from './model-names';

const { start, connect } = setUp();

describe('the name that a model calls', () => {
  it('is server__tool, in characters that every model takes, of at most 64', () => {
    expect(modelName('files', 'read_file')).toBe('files__read_file');
    expect(modelName('amber', 'orders_list')).toBe('orders_list');
    for (const tool of ['größe ändern', 'a.b/c', 'x'.repeat(128), '工具'.repeat(60)]) {
      expect(modelName('files', tool)).toMatch(/^files__[A-Za-z0-9_-]{1,57}$/);
    }
    expect(modelName('3gpp', 'search')).toBe('_3gpp__search');
    // A shortened name ends in a part of its hash, so that two long names stay distinct.
    expect(modelName('files', `${'x'.repeat(100)}a`)).not.toBe(modelName('files', `${'x'.repeat(100)}b`));
  });

  it('leads back to one server and its own name of the tool; of two that come to one the later is refused', async () => {
    const tools = [plainTool('read file'), plainTool('read_file'), plainTool('read.file'), plainTool('ok')];
    const server = await start(startScriptedServer({ list: () => ({ tools }) }));
    const listing = await connect([serverConfig('a', server.url), serverConfig('b', server.url)]).list();
    expect(listing.tools.map(({ modelName, server, name }) => [modelName, server, name])).toEqual([
      ['a__read_file', 'a', 'read file'],
      ['a__ok', 'a', 'ok'],
      ['b__read_file', 'b', 'read file'],
      ['b__ok', 'b', 'ok'],
    ]);
    expect(listing.problems).toHaveLength(4);
    expect(listing.problems[0]).toEqual({
      server: 'a',
      message: '"read_file" is left out: to the model "a__read_file" already stands for "read file" of "a".',
    });
  });
});
