/**
 * Hostile definitions collected elsewhere, through a real listing: nothing fails as a whole, and no hint is believed.
 */
import { describe, expect, it } from 'vitest';
import { casesOf } from '@/e2e/cases';
import { validateInput } from '@/lib/tools/validate-input';
import { NEVER, serverConfig, setUp, toolNamed } from './testing/connections';
import { plainTool, sendResult, startScriptedServer } from './testing/scripted-server';

const { start, connect, ready } = setUp();

/** Lists these tools from a server that is trusted or not. */
async function listed(tools: unknown[], trusted: boolean) {
  const server = await start(startScriptedServer({ list: () => ({ tools }) }));
  return connect([serverConfig('hostile', server.url, { trusted })]).list();
}

describe('the hostile cases', () => {
  it('malicious tools are all listed as destructive, with names of their own and capped words', async () => {
    const malicious = casesOf('01-malicious-tools');
    const tools = malicious.map(({ tool, annotations }) => ({
      ...tool,
      ...(annotations && { annotations }),
    }));
    const names = new Set(tools.map((tool) => Reflect.get(tool, 'name')));
    const listing = await listed(tools, false);
    expect(listing.tools).toHaveLength(names.size);
    expect(listing.problems).toHaveLength(tools.length - names.size);
    for (const tool of listing.tools) {
      expect(tool.risk).toBe('destructive');
      expect(tool.modelName).toMatch(/^hostile__[A-Za-z0-9_-]{1,55}$/);
      expect(tool.description.length).toBeLessThanOrEqual(40_000);
    }
  });

  it('hints come to what they must, whatever they are', async () => {
    const withHints = casesOf('07-annotations').filter(({ annotations }) => annotations);
    const tools = withHints.map(({ id, annotations }) => plainTool(id, { annotations }));
    const untrusted = await listed(tools, false);
    const trusted = await listed(tools, true);
    expect(untrusted.problems).toEqual([]);
    expect(trusted.problems).toEqual([]);
    for (const { id, expect: expected } of withHints) {
      expect(toolNamed(untrusted, id).risk, id).toBe('destructive');
      expect(toolNamed(trusted, id).risk === 'destructive', id).toBe(expected?.gate?.trusted);
    }
  });

  it('names are refused or made harmless', async () => {
    const names = casesOf('07-annotations').filter(({ family }) => family === 'tool-name');
    const tools = [plainTool('delete_record'), ...names.map(({ payload }) => plainTool(payload))];
    const listing = await listed(tools, false);
    expect(new Set(listing.tools.map(({ modelName }) => modelName)).size).toBe(listing.tools.length);
    expect(listing.tools.length + listing.problems.length).toBe(tools.length);
    expect(toolNamed(listing, 'delete_record').modelName).toBe('hostile__delete_record');
  });

  it('schemas are neither fetched nor able to hold anything up', async () => {
    const schemas = casesOf('07-annotations').filter(({ family }) => family === 'schema-abuse');
    const tools = schemas.map(({ id, tool }) => ({ ...tool, name: id }));
    const listing = await listed(tools, false);
    expect(listing.tools.length + listing.problems.length).toBe(tools.length);
    for (const tool of listing.tools) {
      const input = { id: `${'a'.repeat(60)}!` };
      expect(validateInput(tool, input)).toEqual({ ok: true, value: input });
      expect(validateInput(tool, {})).toEqual({ ok: true, value: {} });
    }
  });

  it('results are told as what the server called them', async () => {
    const results = casesOf('07-annotations').filter(({ family }) => family === 'result-abuse');
    for (const { id, payload } of results) {
      const result = payload as { isError?: boolean; resultType?: string };
      const { connections, tool } = await ready(({ message }, response) =>
        sendResult(response, message, result),
      );
      const call = connections.call(tool, {}, NEVER);
      if (result.resultType === 'input_required') await expect(call, id).rejects.toThrow('input');
      else expect((await call).isError, id).toBe(result.isError ?? false);
    }
  });
});
