/**
 * (b) and (f) What the order of a step costs: from the first start to the last end as the tool servers saw it. Ideally,
 * adjacent reads run together and each write runs alone.
 */
import type { Execution } from '../../e2e/servers/recording-mcp.ts';
import type { Session } from '../../e2e/session.ts';
import { type Spread, spread } from './statistics.ts';
import { CALL_MS, type OrderedCall, type ToolServers } from './tool-servers.ts';

const TURNS = { warmUp: 2, measured: 12 };

export interface Batch {
  question: string;
  calls: readonly OrderedCall[];
}

/** 8 reads, then 2 writes, on one server. */
export const STEP: Batch = {
  question: 'Do the step.',
  calls: [...reads(8, ['clock']), ...writes(2, 'clock')],
};

/** Reads and writes alternately, on two servers: 6 reads, a write, 4 reads, a write. */
export const MIXED: Batch = {
  question: 'Do the mixed batch.',
  calls: [
    ...reads(6, ['clock', 'desk']),
    ...writes(1, 'clock'),
    ...reads(4, ['clock', 'desk']),
    ...writes(1, 'desk'),
  ],
};

export interface StepFigures extends Spread {
  ideal: number;
  /** The median divided by the ideal. */
  ratio: number;
}

/** The shortest possible duration of a batch, in milliseconds. */
export function idealOf({ calls }: Batch): number {
  const startsAnew = ({ tool }: OrderedCall, index: number) =>
    tool !== 'look' || calls[index - 1]?.tool !== 'look';
  return CALL_MS * calls.filter(startsAnew).length;
}

/** Has the model order the batch repeatedly, each time in a new chat. */
export async function measureStep(
  session: Session,
  servers: ToolServers,
  batch: Batch,
): Promise<StepFigures> {
  servers.script(batch.question, batch.calls);
  const spans: number[] = [];
  for (let turn = 0; turn < TURNS.warmUp + TURNS.measured; turn++) {
    servers.takeExecutions();
    const answer = await session.say(await session.newChat(), batch.question);
    const span = spanOf(batch, servers.takeExecutions(), answer.body);
    if (turn >= TURNS.warmUp) spans.push(span);
  }
  const figures = spread(spans);
  const ideal = idealOf(batch);
  return { ...figures, ideal, ratio: figures.median / ideal };
}

/** From the first start to the last end. @throws unless exactly that batch ran, in its order */
function spanOf({ calls }: Batch, executions: readonly Execution[], stream: string): number {
  const order = executions.map(({ tool }) => tool).join(' ');
  if (order !== calls.map(({ tool }) => tool).join(' ')) {
    throw new Error(`The step ran "${order}": ${stream.slice(0, 2000)}`);
  }
  const ends = executions.map(({ endedAt = Number.NaN }) => endedAt);
  return Math.max(...ends) - Math.min(...executions.map(({ startedAt }) => startedAt));
}

function reads(count: number, servers: readonly OrderedCall['server'][]): OrderedCall[] {
  return Array.from({ length: count }, (_, index) => ({
    server: servers[index % servers.length] ?? 'clock',
    tool: 'look',
  }));
}

function writes(count: number, server: OrderedCall['server']): OrderedCall[] {
  return Array.from({ length: count }, () => ({ server, tool: 'note' }));
}
