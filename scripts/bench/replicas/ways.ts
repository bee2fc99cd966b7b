/**
 * The cost of the pooler, and of keeping no prepared statements: one process at a time, one person, the same requests.
 */
import { freePort } from '../../../e2e/program.ts';
import type { Session } from '../../../e2e/session.ts';
import { spread } from '../statistics.ts';
import { table } from '../table.ts';
import type { Stage } from './stage.ts';

const QUESTION = 'ways';
const WARM = 30;
const COUNT = 200;

interface Way {
  name: string;
  env: Record<string, string>;
}

/** @returns the printed table */
export async function measureWays(stage: Stage): Promise<string> {
  stage.model.script(QUESTION, [{ text: 'That is all there is to say.' }]);
  const pooled = stage.apps[0]?.databaseUrl ?? '';
  const ways: Way[] = [
    { name: 'PostgreSQL itself, prepared', env: { DATABASE_URL: stage.directUrl(), AMBER_PREPARE: '1' } },
    {
      name: 'PostgreSQL itself, nothing prepared',
      env: { DATABASE_URL: stage.directUrl(), AMBER_PREPARE: '0' },
    },
    { name: 'PgBouncer, nothing prepared', env: { DATABASE_URL: pooled, AMBER_PREPARE: '0' } },
  ];
  const rows = [['(one after the other, ms: median / 95th)', 'POST /api/chat', 'GET /api/chats']];
  for (const { name, env } of ways) rows.push([name, ...(await measure(stage, env))]);
  return table(rows);
}

async function measure({ apps: [first] }: Stage, env: Record<string, string>): Promise<string[]> {
  if (!first) throw new Error('There is no process.');
  const port = String(await freePort());
  const app = await first.another({ ...env, PORT: port, AMBER_URL: `http://127.0.0.1:${port}` });
  try {
    const session = await app.signIn('member');
    const said = await times(() => ask(session));
    const listed = await times(async () => void (await session.call('GET', '/api/chats')));
    return [said, listed].map(spread).map(({ median, p95 }) => `${median.toFixed(1)} / ${p95.toFixed(1)}`);
  } finally {
    await app.stop();
  }
}

async function ask(session: Session): Promise<void> {
  const { status } = await session.say(await session.newChat(), QUESTION);
  if (status !== 200) throw new Error(`A message was answered with ${status}.`);
}

async function times(act: () => Promise<void>): Promise<number[]> {
  const all: number[] = [];
  for (let count = 0; count < WARM + COUNT; count++) {
    const since = performance.now();
    await act();
    all.push(performance.now() - since);
  }
  return all.slice(WARM);
}
