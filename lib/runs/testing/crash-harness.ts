/** A `RunHarness` with a server that runs everything it is asked, and with runs whose process died during calls. */
import type { ServerResponse } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { isCall } from '@/lib/approvals/call-parts';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { advance, type CallRow, openCall } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { listCallsOfRun } from '@/lib/store/calls';
import type { RunRow } from '@/lib/store/runs';
import type { ConnectedTool } from '@/lib/tools/types';
import { EventLog } from '../follow/event-log';
import { deadRuns } from '../recover';
import { RunHarness, type Step } from './run-harness';

const { calls, runs } = schema;

const HINTS = {
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  put: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  drop: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  look: { readOnlyHint: true, destructiveHint: false },
  /** Its results may contain anybody's words. */
  browse: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
};

/** One call of a dead run: its state, and whether the log contains it. */
interface LeftCall {
  /** The tool's name for the model. */
  tool: string;
  id: string;
  input: unknown;
  status: 'pending' | 'claimed' | 'dispatched' | 'unknown';
  logged?: boolean;
}

/** `answer` returns `undefined`: the server says "done", or nothing if the response has been closed. */
type Answer = (tool: string, id: string, response: ServerResponse, nth: number) => unknown;

export class CrashHarness {
  /** The calls that the server `s` really executed, as "tool id". */
  executed: string[] = [];
  answer: Answer = () => undefined;
  /** The server's declarations that replace the usual ones. */
  declared: Record<string, object> = {};

  private constructor(
    readonly opened: OpenDatabase,
    readonly harness: RunHarness,
    private readonly server: TestServer,
  ) {}

  static async open(opened: OpenDatabase): Promise<CrashHarness> {
    let crash: CrashHarness;
    const server = await startScriptedServer({
      list: () => ({
        tools: Object.entries(HINTS).map(([name, hints]) => ({
          ...listed(name, hints),
          ...crash.declared[name],
        })),
      }),
      call: async ({ message }, response) => {
        const { name, arguments: input } = message.params ?? {};
        const result = await crash.run(String(name), String(Object(input).id), response);
        if (result) sendResult(response, message, result);
      },
    });
    const harness = await RunHarness.open(opened, [serverConfig('s', server.url, { trusted: true })]);
    crash = new CrashHarness(opened, harness, server);
    return crash;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.opened.close();
  }

  /** Prepares the next test. */
  reset(): void {
    this.executed = [];
    this.answer = () => undefined;
    this.harness.callIds = [];
  }

  private async run(tool: string, id: string, response: ServerResponse): Promise<object | undefined> {
    this.executed.push(`${tool} ${id}`);
    const result = await this.answer(tool, id, response, this.executed.length);
    if (response.destroyed) return undefined;
    return result ? Object(result) : { content: [{ type: 'text', text: 'done' }] };
  }

  async tool(modelName: string): Promise<ConnectedTool> {
    const { tools } = await this.harness.deps.connectionsFor(this.harness.admin).list();
    const tool = tools.find((one) => one.modelName === modelName);
    if (!tool) throw new Error(`No tool ${modelName}`);
    return tool;
  }

  /** A run with these calls in the first step of its answer, whose process is dead. */
  crashedIn(...left: LeftCall[]): Promise<{ chatId: string; run: RunRow }> {
    return this.crashedAs(this.harness.admin, ...left);
  }

  async crashedAs(caller: Caller, ...left: LeftCall[]): Promise<{ chatId: string; run: RunRow }> {
    const { harness, opened } = this;
    const chatId = await harness.chat(caller);
    const { run } = await harness.begin(chatId, { id: 'first', text: 'first' }, caller);
    const log = new EventLog(opened.db, run);
    log.add({ type: 'start-step' });
    for (const { tool, id: toolCallId, input, status, logged = true } of left) {
      const made = { toolCallId, step: 1, tool: await this.tool(tool), input };
      const opening = await openCall(opened.db, { caller, chatId, runId: run.id }, made);
      await bringTo(opened, opening, status);
      if (!logged) continue;
      log.add({ type: 'tool-input-available', toolCallId, toolName: tool, input, dynamic: true });
      if (status !== 'unknown') continue;
      log.add({ type: 'tool-output-error', toolCallId, errorText: 'Lost.', dynamic: true });
    }
    await log.flush();
    await this.kill(run.id);
    return { chatId, run };
  }

  async kill(runId: string): Promise<void> {
    const dead = { owner: 'dead', heartbeatAt: sql`now() - interval '1 minute'` };
    await this.opened.db.update(runs).set(dead).where(eq(runs.id, runId));
  }

  /** The run as a process that adopts it reads it. */
  async dead(runId: string): Promise<RunRow> {
    const found = (await deadRuns(this.opened.db, [], false)).find(({ id }) => id === runId);
    if (!found) throw new Error('The run is not dead.');
    return found;
  }

  /** The chat's calls as the ledger has them: "tool id status". */
  async ledger(chatId: string): Promise<string[]> {
    const rows = await this.opened.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(calls.seq);
    return rows.map(({ tool, input, status }) => `${tool} ${JSON.parse(input).id} ${status}`);
  }

  /** The calls as the chat shows them: state, and the text of an error. */
  async told(chatId: string): Promise<string[]> {
    const parts = (await this.harness.messages(chatId)).flatMap((message) => message.parts.filter(isCall));
    return parts.map((part) => [part.state, ...(part.errorText ? [part.errorText] : [])].join(': '));
  }

  async callOf(chatId: string, toolCallId: string): Promise<CallRow> {
    const [found] = await this.opened.db.select().from(calls).where(eq(calls.chatId, chatId)).limit(1);
    const row =
      found &&
      (await listCallsOfRun(this.opened.db, found.runId)).find((one) => one.toolCallId === toolCallId);
    if (!row) throw new Error('The call is gone.');
    return row;
  }
}

async function bringTo({ db }: OpenDatabase, opening: CallRow, status: LeftCall['status']): Promise<void> {
  if (status === 'pending') return;
  let row: CallRow | undefined = opening;
  for (const step of ['claimed', 'dispatched', 'unknown'] as const) {
    row = row && (await advance(db, row, step, step === 'unknown' ? { error: 'Lost.' } : {}));
    if (step === status) return;
  }
}

function listed(name: string, annotations: Record<string, boolean>) {
  const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
  return plainTool(name, { annotations: { openWorldHint: false, ...annotations }, inputSchema });
}

/** A call of the server `s` as the model makes it. */
export function call(tool: keyof typeof HINTS, id: string): NonNullable<Step['calls']>[number] {
  return { tool: `s__${tool}`, input: { id } };
}

/** A promise that the test resolves. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
