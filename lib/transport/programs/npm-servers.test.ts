/** Widely used servers from npm, started as from the operator's file. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { NEVER, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { binOf, programConfig } from '@/lib/connections/testing/programs';
import { questionFrom } from '@/lib/elicitation/question';
import type { Connections, ToolListing } from '@/lib/tools/types';

const { connect } = setUp();

/** Starting one takes a second or two while many tests run beside this one. */
const PATIENT = { patienceMs: 60_000, listingTimeoutMs: 60_000 };

function folder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'amber-files-')));
}

async function started(
  packageName: string,
  args: string[] = [],
  env: Record<string, string> = {},
  timeoutMs = 30_000,
) {
  const config = programConfig('s', { args: [binOf(packageName), ...args], env }, { timeoutMs });
  const connections = connect([config], PATIENT);
  return { connections, listing: await connections.list() };
}

const namesOf = ({ tools }: ToolListing) => tools.map(({ name }) => name);

const call = (connections: Connections, listing: ToolListing, name: string, input: object) =>
  connections.call(toolNamed(listing, name), input, NEVER);

describe('of npm', () => {
  it('everything: is listed, answers, tells its progress, and shows how it stands', async () => {
    const { connections, listing } = await started('@modelcontextprotocol/server-everything');
    expect(listing.problems).toEqual([]);
    expect(namesOf(listing)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
    expect((await call(connections, listing, 'echo', { message: 'hello' })).text).toBe('Echo: hello');

    const told: unknown[] = [];
    const long = toolNamed(listing, 'trigger-long-running-operation');
    const sending = { callId: 'c', onSend: () => {}, onProgress: (step: object) => void told.push(step) };
    const outcome = await connections.call(long, { duration: 0.2, steps: 2 }, NEVER, sending);
    expect(outcome.isError).toBe(false);
    expect(told).toEqual([
      expect.objectContaining({ progress: 1, total: 2 }),
      expect.objectContaining({ progress: 2, total: 2 }),
    ]);

    const [health] = connections.health().servers;
    expect(health).toMatchObject({ state: 'ready', kind: 'program', tools: namesOf(listing).length });
    expect(health?.protocolVersion).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(health?.serverInfo).toContain('everything');
    expect(health?.stderr?.join('\n')).toContain('Starting default (STDIO) server');
  });

  it('everything: asks in the middle of a call, whose own time stands still meanwhile', async () => {
    const { connections } = await started('@modelcontextprotocol/server-everything', [], {}, 5_000);
    // Its listing has no more time than a call, and a program may take longer to start.
    const tool = await vi.waitFor(async () =>
      toolNamed(await connections.list(), 'trigger-elicitation-request'),
    );
    const asked: Record<string, unknown>[] = [];
    const onElicit = async (params: Record<string, unknown>) => {
      asked.push(params);
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      return { action: 'accept' as const, content: { name: 'Anna' } };
    };
    const sending = { callId: 'c', onSend: () => {}, onElicit };
    const outcome = await connections.call(tool, {}, NEVER, sending);
    expect(outcome.text).toContain('Name: Anna');
    expect(questionFrom(asked[0] ?? {})).toMatchObject({ ok: true, fields: { length: 13 } });
  });

  it('filesystem: reads and writes below its folder and nowhere else', async () => {
    const root = folder();
    const inside = join(root, 'inside');
    mkdirSync(inside);
    writeFileSync(join(inside, 'a.txt'), 'alpha');
    writeFileSync(join(root, 'secret.txt'), 'secret');
    const { connections, listing } = await started('@modelcontextprotocol/server-filesystem', [inside]);
    const read = (path: string) => call(connections, listing, 'read_text_file', { path });
    expect((await read(join(inside, 'a.txt'))).text).toContain('alpha');
    expect(await read(join(root, 'secret.txt'))).toMatchObject({ isError: true });
    const path = join(inside, 'b.txt');
    await call(connections, listing, 'write_file', { path, content: 'beta' });
    expect(readFileSync(path, 'utf8')).toBe('beta');
  });

  it('memory: keeps what it is told in the file that its entry names', async () => {
    const file = join(folder(), 'memory.json');
    const env = { MEMORY_FILE_PATH: file };
    const { connections, listing } = await started('@modelcontextprotocol/server-memory', [], env);
    const entities = [{ name: 'Nordwind', entityType: 'customer', observations: ['pays late'] }];
    await call(connections, listing, 'create_entities', { entities });
    expect(readFileSync(file, 'utf8')).toContain('Nordwind');
    expect((await call(connections, listing, 'read_graph', {})).text).toContain('pays late');
  });

  it('sequential-thinking: is one program for all calls', async () => {
    const { connections, listing } = await started('@modelcontextprotocol/server-sequential-thinking');
    const [name = ''] = namesOf(listing);
    const thought = (thoughtNumber: number) =>
      call(connections, listing, name, {
        thought: 'one',
        nextThoughtNeeded: true,
        thoughtNumber,
        totalThoughts: 2,
      });
    expect((await thought(1)).text).toContain('"thoughtHistoryLength": 1');
    expect((await thought(2)).text).toContain('"thoughtHistoryLength": 2');
  });

  it('playwright: is listed', async () => {
    const { listing } = await started('@playwright/mcp', ['--headless', '--isolated']);
    expect(listing.problems).toEqual([]);
    expect(namesOf(listing)).toEqual(expect.arrayContaining(['browser_navigate', 'browser_click']));
    // It is untrusted.
    expect(new Set(listing.tools.map(({ risk }) => risk))).toEqual(new Set(['destructive']));
  });
});
