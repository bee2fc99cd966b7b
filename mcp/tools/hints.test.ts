/**
 * Every tool keeps the promises of its hints, on a real database with the demo company: a read-only one changes no row,
 * an idempotent write twice equals once, a destructive one changes something, a preview nothing.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { loadDemo } from '@/db/demo/load';
import { testDatabases } from '@/db/testing/databases';
import { fingerprint } from '@/db/testing/fingerprint';
import { DESTRUCTIVE, READ_ONLY, WRITE } from '../annotations';
import type { CallContext } from '../context';
import type { Preview, ToolDefinition } from '../define-tool';
import { ToolError } from '../result';
import { demoAdmin } from '../testing/demo-admin';
import { demoCases } from '../testing/demo-cases';
import { callLookup } from './call-lookup';
import { tools } from './index';
import { takeBack, takeBackPreview, takeBackRisk } from './taking-back/take-back';

const listed = tools.filter((tool) => !tool.companion);
const readOnly = listed.filter((tool) => tool.annotations.readOnlyHint);
const writes = listed.filter((tool) => !tool.annotations.readOnlyHint && !tool.annotations.destructiveHint);
const destructive = listed.filter((tool) => tool.annotations.destructiveHint);

test('every tool has a case, and no case is left over', () => {
  expect(Object.keys(demoCases).sort(), 'mcp/testing/demo-cases.ts').toEqual(
    listed.map(({ name }) => name).sort(),
  );
});

test('the hints are one of the presets, except where the world is open', () => {
  for (const { annotations } of tools.filter((tool) => !tool.annotations.openWorldHint)) {
    expect([READ_ONLY, WRITE, DESTRUCTIVE]).toContainEqual(annotations);
  }
});

test.each(destructive)('$name has a companion of its own that takes the same', (tool) => {
  const companion = companionOf(tool);
  expect(companion).toMatchObject({ companion: true, annotations: READ_ONLY, scope: tool.scope });
  expect(companion.input).toBe(tool.input);
});

test('a companion belongs to one tool, or tells of every call and takes it back', () => {
  const ofEvery = [callLookup, takeBack, takeBackPreview, takeBackRisk];
  const previews = tools.filter((tool) => tool.companion && !ofEvery.includes(tool));
  const companions = previews.map(({ name }) => name);
  const named = [
    ...destructive.map(({ preview }) => preview),
    ...tools.flatMap(({ perCall }) => perCall ?? []),
  ];
  const told = ofEvery.map(({ name }) => name);
  expect(named.filter((name) => !told.includes(name ?? '')).sort()).toEqual(companions.sort());
});

describe.each(testDatabases)('on $name', ({ open }) => {
  let database: OpenDatabase;
  let search: Server;
  let context: CallContext;

  const print = () => fingerprint(database.db);
  const run = async (tool: ToolDefinition, input: unknown) =>
    tool.output.parse(await tool.run(tool.input.parse(input), context));
  const inputFor = async (tool: ToolDefinition) => demoCases[tool.name]?.(context);

  beforeAll(async () => {
    database = await open();
    await loadDemo(database.db, new Date());
    search = await startSearchService();
    const { port } = search.address() as AddressInfo;
    const webSearch = { searxngUrl: `http://127.0.0.1:${port}` };
    context = { ...(await demoAdmin(database.db)), webSearch };
  });

  afterAll(async () => {
    search?.close();
    await database?.close();
  });

  test.each(readOnly)('$name only reads', async (tool) => {
    const input = await inputFor(tool);
    const before = await print();
    await run(tool, input);
    expect(await print()).toEqual(before);
  });

  test.each(writes)('$name: twice is once', async (tool) => {
    const input = await inputFor(tool);
    const before = await print();
    await run(tool, input);
    const once = await print();
    expect(once).not.toEqual(before);
    await run(tool, input);
    expect(await print()).toEqual(once);
  });

  test.each(destructive)('$name destroys what its preview told, once', async (tool) => {
    const input = await inputFor(tool);
    const before = await print();
    const preview = (await run(companionOf(tool), input)) as Preview;
    expect(preview.lines.length).toBeGreaterThan(0);
    expect(await print()).toEqual(before);
    expect(await run(tool, input)).toMatchObject({ success: true });
    const after = await print();
    expect(after).not.toEqual(before);
    for (const again of [tool, companionOf(tool)]) {
      await expect(run(again, input)).rejects.toThrow(ToolError);
    }
    expect(await print()).toEqual(after);
  });
});

function companionOf(tool: ToolDefinition): ToolDefinition {
  const companion = tools.find(({ name }) => name === tool.preview);
  if (!companion) throw new Error(`${tool.name} has no companion.`);
  return companion;
}

/** Stands in for SearXNG. */
async function startSearchService(): Promise<Server> {
  const results = [{ title: 'VAT', url: 'http://search.test/vat', content: 'Rates' }];
  const server = createServer((_request, response) => response.end(JSON.stringify({ results })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
