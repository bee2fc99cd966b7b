/** The workspace as a server of this process: trusted, with bare names, for only one team. */
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { MIGRATIONS } from '@/db/testing/databases';
import { openFromTemplate } from '@/db/testing/embedded-template';
import type { Caller } from '@/lib/people/caller';
import type { ServerConfig } from '@/lib/transport/server-config';
import { Office } from '@/mcp/testing/office';
import { Folder } from '@/mcp/workspace/testing/folder';
import { createConnections } from './connect';
import { ownServer } from './own-server';
import { otherNames, workspaceServer } from './own-workspace';
import { failureOf, NEVER, toolNamed } from './testing/connections';

let opened: OpenDatabase;
let office: Office;
let folder: Folder;
const callerOf = (more: Partial<Caller> = {}): Caller => ({
  userId: office.adminId,
  userName: 'A',
  teamId: office.teamId,
  teamName: 'Alder & Finch',
  role: 'admin',
  ...more,
});
const poolFor = (team: string, servers: ServerConfig[] = []) =>
  createConnections({
    own: ownServer(() => office.context()),
    further: [workspaceServer(folder.workspace, team, async () => opened.db)],
    servers,
  });

beforeAll(async () => {
  opened = await openFromTemplate(MIGRATIONS);
  office = await Office.open(opened.db);
  folder = new Folder({ 'a.txt': 'hello' });
});
afterAll(async () => {
  folder.remove();
  await opened.close();
});

describe('the workspace', () => {
  it('has its tools known to the model by the names of the settings, and keeps their own', async () => {
    const modelNames = otherNames('read_file=fileRead, grep_search=grep');
    const further = [
      workspaceServer(folder.workspace, 'Alder & Finch', async () => opened.db, { modelNames }),
    ];
    const own = ownServer(() => office.context());
    const listing = await createConnections({ own, further, servers: [] }).connectionsFor(callerOf()).list();
    expect(toolNamed(listing, 'read_file').modelName).toBe('fileRead');
    expect(toolNamed(listing, 'grep_search').modelName).toBe('grep');
    expect(toolNamed(listing, 'glob').modelName).toBe('glob');
    expect(() => otherNames('read_fil=fileRead')).toThrow('read_fil');
    expect(() => otherNames('read_file')).toThrow('must be a list');
  });

  it('is trusted, known by bare names, with its hints and without its companions', async () => {
    const connections = poolFor('Alder & Finch').connectionsFor(callerOf());
    const listing = await connections.list();
    expect(listing.problems).toEqual([]);
    const reading = toolNamed(listing, 'read_file');
    expect(reading).toMatchObject({
      server: 'workspace',
      trusted: true,
      modelName: 'read_file',
      risk: 'read-only',
    });
    expect(listing.tools.filter(({ name }) => name.endsWith('_preview'))).toEqual([]);
    expect(toolNamed(listing, 'todo_write')).toMatchObject({ risk: 'write', silent: true });
    const outcome = await connections.call(reading, { path: 'a.txt' }, NEVER);
    expect(outcome).toMatchObject({ isError: false, structured: { content: '1\thello' } });
    expect(connections.isCurrent(reading)).toBe(true);
  });

  it('is there for the team that is named, by name or id, and for no other', async () => {
    const there = poolFor(office.teamId);
    const reading = toolNamed(await there.connectionsFor(callerOf()).list(), 'read_file');
    const stranger = there.connectionsFor(callerOf({ teamId: 'tea_other', teamName: 'Other' }));
    expect((await stranger.list()).tools.some(({ server }) => server === 'workspace')).toBe(false);
    const failure = await failureOf(stranger.call(reading, { path: 'a.txt' }, NEVER));
    expect(failure).toMatchObject({ delivery: 'not-sent' });
    expect(stranger.isCurrent(reading)).toBe(false);
  });

  it('leaves its name to no other server', async () => {
    const other: ServerConfig = {
      name: 'workspace',
      url: 'http://127.0.0.1:9/mcp',
      trusted: true,
      headers: {},
    };
    mkdirSync(folder.path('x'), { recursive: true });
    const { problems } = await poolFor(office.teamId, [other]).connectionsFor(callerOf()).list();
    const leftOut = [{ server: 'workspace', message: expect.stringContaining('taken') }];
    expect(problems).toEqual(leftOut);
    // Also where this process has none: what is said of it is said by its name alone.
    const none = createConnections({ own: ownServer(() => office.context()), servers: [other] });
    const listing = await none.connectionsFor(callerOf()).list();
    expect(listing.problems).toEqual(leftOut);
    expect(listing.tools.filter(({ server }) => server === 'workspace')).toEqual([]);
    const entered = { ...other, trusted: false, origin: 'settings' as const };
    const ofTeam = createConnections({
      own: ownServer(() => office.context()),
      servers: () => ({ servers: [entered], problems: [] }),
    });
    expect((await ofTeam.connectionsFor(callerOf()).list()).problems).toEqual(leftOut);
  });
});
