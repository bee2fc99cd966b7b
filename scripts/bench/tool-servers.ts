/**
 * The servers and the model of the app under test for the figures on calls: two trusted servers that record what they
 * execute, and a model that orders the calls a question stands for.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DESTROYS, READS, WRITES } from '../../e2e/servers/hints.ts';
import { type Execution, type RecordedTool, RecordingMcp } from '../../e2e/servers/recording-mcp.ts';
import { ScriptedModel } from '../../e2e/servers/scripted-model.ts';
import { callTool } from './call-tool.ts';

/** How long a read and a write take. */
export const CALL_MS = 100;
const MOST_WAIT_MS = 20_000;

/** One call that the model orders. `remove` must be confirmed, takes no time and has no preview. */
export interface OrderedCall {
  server: 'clock' | 'desk';
  tool: 'look' | 'note' | 'remove';
}

export class ToolServers {
  private readonly model: ScriptedModel;
  private readonly recordings: Record<OrderedCall['server'], RecordingMcp>;

  private constructor(model: ScriptedModel, clock: RecordingMcp, desk: RecordingMcp) {
    this.model = model;
    this.recordings = { clock, desk };
  }

  static async start(): Promise<ToolServers> {
    const [clock, desk] = await Promise.all([RecordingMcp.start(TOOLS), RecordingMcp.start(TOOLS)]);
    return new ToolServers(await ScriptedModel.start(), clock, desk);
  }

  get modelUrl(): string {
    return this.model.url;
  }

  /** For `mcp.json`. */
  get config(): Record<string, unknown> {
    const { clock, desk } = this.recordings;
    // All calls of a step can run at once: one person may use at most half of a server's slots.
    const trusted = ({ url }: RecordingMcp) => ({ type: 'http', url, trusted: true, maxConcurrency: 16 });
    return { clock: trusted(clock), desk: trusted(desk) };
  }

  /** From now on the model answers this question with one step of these calls, and then with a word. */
  script(question: string, calls: readonly OrderedCall[]): void {
    const ordered = calls.map(({ server, tool }, index) => ({
      tool: `${server}__${tool}`,
      input: { index },
    }));
    this.model.script(question, [{ calls: ordered }, { text: 'Done.' }]);
  }

  /** The executions of both servers since the last time, in the order in which they started. */
  takeExecutions(): Execution[] {
    const taken = Object.values(this.recordings).flatMap(({ executions }) => executions.splice(0));
    return taken.sort((a, b) => a.startedAt - b.startedAt);
  }

  /** Calls `remove` like any client. @throws unless it ran */
  async callRemove(): Promise<void> {
    const answer = await callTool(this.recordings.clock.url, 'remove', { index: 0 });
    const text = await answer.text();
    if (!answer.ok || text.includes('"isError":true')) throw new Error(`The call failed: ${text}`);
    this.takeExecutions();
  }

  /** Waits until an execution has started since the last taking, for a limited time. */
  async untilExecuted(): Promise<void> {
    const until = performance.now() + MOST_WAIT_MS;
    const isNone = () => Object.values(this.recordings).every(({ executions }) => executions.length === 0);
    while (isNone() && performance.now() < until) await pause(5);
  }

  async stop(): Promise<void> {
    await this.model.close();
    for (const recording of Object.values(this.recordings)) await recording.close();
  }
}

const TOOLS: RecordedTool[] = [
  { name: 'look', run: work, annotations: READS },
  { name: 'note', run: work, annotations: WRITES },
  { name: 'remove', annotations: DESTROYS },
];

async function work() {
  await pause(CALL_MS);
  return { text: 'done' };
}
