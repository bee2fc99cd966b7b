/** Two people of a team, two servers with authorization servers, and processes of Amber over one database. */
import type { OpenDatabase } from '@/db/client';
import { startIssuer, type TestIssuer } from '@/lib/authorization/testing/issuer';
import { type ProtectedServer, startProtected } from '@/lib/authorization/testing/protected-server';
import { NEVER, serverConfig } from '@/lib/connections/testing/connections';
import type { Caller } from '@/lib/people/caller';
import { Office } from '@/mcp/testing/office';
import { processOf } from './process';

export interface Side {
  issuer: TestIssuer;
  server: ProtectedServer;
}

export class Stage {
  private readonly processes: ReturnType<typeof processOf>[] = [];

  private constructor(
    private readonly opened: OpenDatabase,
    readonly admin: Caller,
    readonly member: Caller,
    /** The server `s`, and `t`. */
    readonly s: Side,
    readonly t: Side,
  ) {}

  static async open(opened: OpenDatabase): Promise<Stage> {
    const office = await Office.open(opened.db);
    const { id } = await office.addMember('member');
    const { teamId, adminId: userId } = office;
    const admin: Caller = { userId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    const member: Caller = { ...admin, userId: id, userName: 'Mia', role: 'member' };
    return new Stage(opened, admin, member, await startSide(), await startSide());
  }

  process() {
    const servers = (['s', 't'] as const).map((name) =>
      serverConfig(name, this[name].server.url, { trusted: true }),
    );
    const made = processOf(this.opened.db, servers);
    this.processes.push(made);
    return made;
  }

  async close(): Promise<void> {
    const sides = [this.s, this.t].flatMap(({ issuer, server }) => [issuer, server]);
    await Promise.all([
      ...this.processes.map(({ pool }) => pool.close()),
      ...sides.map((one) => one.close()),
    ]);
  }
}

async function startSide(): Promise<Side> {
  const issuer = await startIssuer();
  return { issuer, server: await startProtected(issuer) };
}

/** Calls the tool `read` of a server. */
export async function callRead(
  { pool }: ReturnType<typeof processOf>,
  caller: Caller,
  server: 's' | 't' = 's',
) {
  const connections = pool.connectionsFor(caller);
  const { tools, problems } = await connections.list();
  const read = tools.find((one) => one.server === server && one.name === 'read');
  if (!read) throw new Error(`It is not listed: ${JSON.stringify(problems)}`);
  return connections.call(read, {}, NEVER);
}
