/**
 * (b) What the order of a step costs: 8 reads and then 2 writes of 100 ms each, from the first start to the last
 * end as the tool server saw it. At best that is 300 ms: the reads together, each write alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Execution, RecordingMcp } from '../../e2e/servers/recording-mcp.ts';
import { ScriptedModel } from '../../e2e/servers/scripted-model.ts';
import type { Session } from '../../e2e/session.ts';
import { median, quantile } from './statistics.ts';

const READS = 8;
const WRITES = 2;
const CALL_MS = 100;
export const IDEAL_MS = (1 + WRITES) * CALL_MS;
const TURNS = { warmUp: 2, measured: 12 };
const SERVER = 'clock';

export interface StepFigures {
  /** Milliseconds. */
  median: number;
  p95: number;
  /** The median over the ideal. */
  ratio: number;
}

export interface StepServers {
  modelUrl: string;
  /** For `mcp.json`. */
  servers: Record<string, unknown>;
  measure(session: Session): Promise<StepFigures>;
  stop(): Promise<void>;
}

/** Starts the model that orders the step and the server that runs it; the app under test comes between them. */
export async function startStepServers(): Promise<StepServers> {
  const run = async () => {
    await pause(CALL_MS);
    return { text: 'done' };
  };
  const recording = await RecordingMcp.start([
    { name: 'look', run, annotations: hints({ readOnlyHint: true }) },
    { name: 'note', run, annotations: hints({ readOnlyHint: false }) },
  ]);
  const model = await ScriptedModel.start();
  const calls = Array.from({ length: READS + WRITES }, (_, index) => ({
    tool: `${SERVER}__${index < READS ? 'look' : 'note'}`,
    input: { index },
  }));
  model.script('step', [{ calls }, { text: 'Done.' }]);
  return {
    modelUrl: model.url,
    servers: { [SERVER]: { type: 'http', url: recording.url, trusted: true } },
    measure: (session) => measure(session, recording),
    async stop() {
      await model.close();
      await recording.close();
    },
  };
}

function hints({ readOnlyHint }: { readOnlyHint: boolean }): Record<string, boolean> {
  return { readOnlyHint, destructiveHint: false, idempotentHint: true, openWorldHint: false };
}

async function measure(session: Session, recording: RecordingMcp): Promise<StepFigures> {
  const spans: number[] = [];
  for (let turn = 0; turn < TURNS.warmUp + TURNS.measured; turn++) {
    recording.executions.length = 0;
    const answer = await session.say(await session.newChat(), 'Do the step.');
    const span = spanOf(recording.executions, answer.body);
    if (turn >= TURNS.warmUp) spans.push(span);
  }
  return { median: median(spans), p95: quantile(spans, 0.95), ratio: median(spans) / IDEAL_MS };
}

/** From the first start to the last end. @throws when it was not that step which ran */
function spanOf(executions: readonly Execution[], stream: string): number {
  const order = executions.map(({ tool }) => tool).join(' ');
  const expected = [...Array(READS).fill('look'), ...Array(WRITES).fill('note')].join(' ');
  if (order !== expected) throw new Error(`The step ran "${order}": ${stream.slice(0, 2000)}`);
  const ends = executions.map(({ endedAt = Number.NaN }) => endedAt);
  return Math.max(...ends) - Math.min(...executions.map(({ startedAt }) => startedAt));
}
