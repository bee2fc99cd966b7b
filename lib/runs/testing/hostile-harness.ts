/**
 * A `RunHarness` with hostile servers: each case gets two of its own, over HTTP, one untrusted and one trusted by the
 * operator. They record what they are told to run, and whether a person had decided it by then.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OpenDatabase } from '@/db/client';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { Received } from '@/lib/connections/testing/http-server';
import { sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { ConfiguredServers } from '@/lib/servers/config';
import { CALL_ID_META } from '@/mcp/define-tool';
import { undecided } from './decided';
import { ForeignRequests } from './foreign-requests';
import { RunHarness } from './run-harness';
import { type Ran, Stage, type Tool, type Trust } from './stage';

const NONE: ConfiguredServers = { servers: [], problems: [] };

/**
 * For a tool with these declarations on a trusted server. Deliberately written a second time, so that it can contradict
 * the policy.
 */
export function mustAsk({ annotations }: Tool, tainted: boolean): boolean {
  const { readOnlyHint, destructiveHint } = Object(annotations) as Record<string, unknown>;
  if (readOnlyHint === true && destructiveHint !== true) return false;
  return tainted || destructiveHint !== false;
}

export class HostileHarness {
  /** Chats played, calls that servers were told to run, and those among them that a person had to decide. */
  readonly totals = { stages: 0, ran: 0, gated: 0 };
  /** Gated executions that nobody had decided, and why they do not count as decided. */
  readonly undecided: string[] = [];
  private readonly used = new Set<string>();
  /** Calls during which their server has requested input, by their ids. */
  private readonly asking = new Map<string, Ran>();
  private servers = NONE;
  private readonly configured = new Map<Stage, ConfiguredServers>();

  private constructor(
    readonly harness: RunHarness,
    readonly foreign: ForeignRequests,
    private readonly opened: OpenDatabase,
  ) {}

  static async open(open: () => Promise<OpenDatabase>): Promise<HostileHarness> {
    const opened = await open();
    let hostile: HostileHarness;
    const harness = await RunHarness.open(opened, () => hostile?.servers ?? NONE);
    hostile = new HostileHarness(harness, await ForeignRequests.watch(), opened);
    return hostile;
  }

  /** A separate case, with these tools on its servers, and the same instructions on both. */
  async stage(tools: Partial<Record<Trust, Tool[]>>, instructions?: string): Promise<Stage> {
    const at = ++this.totals.stages;
    const stage = new Stage(this.harness, `c${at}`, { wild: [], vouched: [], ...tools });
    const servers = await Promise.all([
      this.serve(stage, 'wild', instructions),
      this.serve(stage, 'vouched', instructions),
    ]);
    stage.onClose(() => Promise.all(servers.map(({ server }) => server.close())));
    this.configured.set(stage, { servers: servers.map(({ config }) => config), problems: [] });
    this.turnTo(stage);
    await stage.begin();
    return stage;
  }

  /** From now on the connected servers are those of this stage. */
  turnTo(stage: Stage): void {
    this.servers = this.configured.get(stage) ?? NONE;
  }

  private async serve(stage: Stage, trust: Trust, instructions: string | undefined) {
    const server = await startScriptedServer({
      list: () => ({ tools: stage.tools[trust] }),
      instructions: () => instructions,
      call: async (request, response) => {
        const ran = await this.note(stage, trust, server.url, request);
        const result = await stage.answer(ran, stage.ran.length);
        if (Object(result).resultType === 'input_required') this.asking.set(ran.callId, ran);
        else this.asking.delete(ran.callId);
        if (result) sendResult(response, request.message, result);
        else response.destroy();
      },
    });
    const config = serverConfig(stage.serverName(trust), server.url, { trusted: trust === 'vouched' });
    return { server, config };
  }

  private async note(stage: Stage, trust: Trust, serverUrl: string, { message }: Received): Promise<Ran> {
    const { name, arguments: input, _meta: meta } = message.params ?? {};
    const definition = stage.tools[trust].find((tool) => tool.name === name) ?? {};
    const gated = trust === 'wild' || mustAsk(definition, stage.tainted);
    const callId = String(Object(meta)[CALL_ID_META] ?? '');
    const ran = { trust, gated, serverUrl, tool: String(name), input, callId };
    // A call during which the server requests input is sent again unchanged: it counts as one call.
    const asking = this.asking.get(callId);
    if (asking && isDeepStrictEqual(asking, ran)) return asking;
    stage.ran.push(ran);
    this.totals.ran += 1;
    if (!gated) return ran;
    this.totals.gated += 1;
    const why = await undecided(this.opened.db, ran, definition, this.used);
    if (why !== undefined) this.undecided.push(`${stage.serverName(trust)} ${ran.tool}: ${why}`);
    return ran;
  }

  /** Closes the servers of the stages so far. */
  async clear(): Promise<void> {
    this.servers = NONE;
    for (const stage of this.configured.keys()) await stage.close();
    this.configured.clear();
  }

  /** The results, as one line. */
  line(what: string): string {
    const { stages, ran, gated } = this.totals;
    const words = [
      `${what} in ${stages} chats`,
      `${ran} executions, ${gated} of them gated`,
      `${this.undecided.length} gated executions without a decision`,
      `${this.foreign.seen.length} requests to a foreign origin`,
    ];
    return words.join('; ');
  }

  async close(): Promise<void> {
    await this.clear();
    await this.harness.closeConnections();
    await this.foreign.close();
    await this.opened.close();
  }
}
