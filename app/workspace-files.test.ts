/** A workspace's files on the page: what rules and admins deny is not shown there either, and few are read at once. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { changedInChat, listFolder, readWorkspaceFile } from '@/lib/offerings/workspace-files';
import type { Caller } from '@/lib/people/caller';
import type { Effect } from '@/lib/policy/policy';
import { lift, readHalts, stopAtOnce } from '@/lib/rules/halting';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { Folder } from '@/mcp/workspace/testing/folder';

const there = vi.hoisted(() => ({ workspace: undefined as unknown, held: Promise.resolve() }));
vi.mock('@/lib/connections/files/has-workspace', () => ({ hasWorkspace: () => true }));
vi.mock('@/lib/connections/own-workspace', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  openWorkspace: () => there.workspace,
}));
// The tools themselves; a test may hold them up, so that no read ends before the last one is asked for.
vi.mock('@/mcp/workspace/server', async (original) => {
  const server = await original<typeof import('@/mcp/workspace/server')>();
  const callTool: typeof server.callTool = async (...asked) => {
    await there.held;
    return server.callTool(...asked);
  };
  return { ...server, callTool };
});

const { signal } = new AbortController();
const forbidden = { code: 'forbidden' };
const NOTHING = { server: null, tool: null, userId: null, reason: 'Repair.' };

describe.each(oneDatabase)('files of the workspace on $name', ({ open }) => {
  let harness: RunHarness;
  let member: Caller;
  let folder: Folder;
  let chatId: string;
  let close: () => Promise<unknown>;

  beforeAll(async () => {
    const opened = await open();
    harness = await RunHarness.open(opened);
    member = await harness.person('member');
    chatId = await harness.chat(member);
    folder = new Folder({ 'a.txt': 'hello' });
    there.workspace = { workspace: folder.workspace, layers: folder.layers };
    close = () => opened.close();
  });
  afterAll(async () => {
    folder.remove();
    await close();
  });
  afterEach(async () => {
    for (const { id } of (await readHalts(db(), harness.admin)).halts) await lift(db(), harness.admin, id);
    await db().delete(schema.policyRules);
  });

  const db = () => harness.deps.db;
  const stop = (halt: Partial<Parameters<typeof stopAtOnce>[2]> & { kind: 'server' | 'tool' | 'person' }) =>
    stopAtOnce(db(), harness.admin, { ...NOTHING, ...halt });
  const rule = (tool: string | null, effect: Effect | null) =>
    setRule(db(), harness.admin, {
      server: 'workspace',
      tool,
      effect,
      own: false,
      locked: false,
      critical: false,
      openForHours: null,
    });
  const list = (who = member) => listFolder(db(), who, { path: '.' }, signal);
  const read = (who = member) => readWorkspaceFile(db(), who, { path: 'a.txt', offset: 1 }, signal);
  const changed = (who = member) => changedInChat(db(), who, chatId);
  const allRefused = async () => {
    for (const ask of [list, read, changed]) await expect(ask()).rejects.toMatchObject(forbidden);
  };

  it('are shown where nothing stands against it', async () => {
    expect(await list()).toMatchObject({ data: [{ name: 'a.txt' }] });
    expect(await read()).toMatchObject({ content: '1\thello' });
    expect(await changed()).toEqual({ files: [], isCut: false });
  });

  it('are not shown while an admin has stopped the workspace, or the person', async () => {
    await stop({ kind: 'server', server: 'workspace' });
    await allRefused();
    await lift(db(), harness.admin, (await readHalts(db(), harness.admin)).halts[0]?.id ?? '');
    await stop({ kind: 'person', userId: member.userId });
    await allRefused();
    expect(await read(harness.admin)).toMatchObject({ content: '1\thello' });
  });

  it('are not shown where a rule denies the workspace, or the tool that each stands for', async () => {
    await rule(null, 'deny');
    await allRefused();
    await rule(null, null);
    await rule('list_directory', 'deny');
    await expect(list()).rejects.toMatchObject(forbidden);
    expect(await read()).toMatchObject({ content: '1\thello' });
    await rule('read_file', 'two_admins');
    await expect(read()).rejects.toMatchObject(forbidden);
    await expect(changed()).rejects.toMatchObject(forbidden);
    await stop({ kind: 'tool', server: 'workspace', tool: 'list_directory' });
    await expect(list()).rejects.toMatchObject(forbidden);
  });

  it('are read a few at once: who asks for more is told so, and others are not', async () => {
    folder.put('big.txt', 'x\n'.repeat(2_000_000));
    const big = () => readWorkspaceFile(db(), member, { path: 'big.txt', offset: 1_000_000 }, signal);
    const hold = Promise.withResolvers<void>();
    there.held = hold.promise;
    const refused: unknown[] = [];
    const asked = Array.from({ length: 20 }, () => big().catch((reason: unknown) => refused.push(reason)));
    await vi.waitFor(() => expect(refused).toHaveLength(16));
    there.held = Promise.resolve();
    expect(await read(harness.admin)).toMatchObject({ content: '1\thello' });
    hold.resolve();
    await Promise.all(asked);
    expect(refused).toHaveLength(16);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(await big()).toMatchObject({ totalLines: 2_000_000 });
  });

  it('are compared for a chat a few at once as well', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => changed()));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toHaveLength(16);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(await changed()).toEqual({ files: [], isCut: false });
  });
});
