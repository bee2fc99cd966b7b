/** Answers each order with a pool over the test's database, until the process is killed or released. */
import { openDatabase } from '@/db/client';
import type { ServedConnections } from '@/lib/servers/served-connections';
import { isConnectionError } from '@/lib/tools/connection-error';
import { processOf } from '../process';
import { type Answer, type Order, SETTING, type Setting } from './orders';

export async function answerOrders(): Promise<void> {
  const { databaseUrl, servers } = JSON.parse(process.env[SETTING] ?? '{}') as Setting;
  const opened = await openDatabase({ url: databaseUrl, dataDir: 'memory', poolSize: 5 });
  const { pool } = processOf(opened.db, servers);
  const left = new Promise<void>((leave) => process.once('disconnect', leave));
  process.on('message', (order: Order) => {
    void answerTo(pool.connectionsFor(order.caller), order)
      .catch((error: unknown) => ({
        failure: isConnectionError(error) ? (error.code ?? error.message) : String(error),
      }))
      .then((answer) => process.send?.({ id: order.id, ...answer } satisfies Answer));
  });
  process.send?.('ready');
  await left;
  await pool.close();
  await opened.close();
}

async function answerTo(connections: ServedConnections, { sort, server }: Order) {
  const listing = await connections.list(sort === 'list' ? { fresh: server } : {});
  const problem = listing.problems.find((one) => one.server === server);
  const tools = listing.tools.filter((tool) => tool.server === server);
  const failure = problem?.kind ?? problem?.message ?? 'not offered';
  if (sort === 'list') return tools.length === 0 ? { failure } : { tools: tools.map(({ name }) => name) };
  const read = tools.find(({ name }) => name === 'read');
  if (!read) return { failure };
  return { text: (await connections.call(read, {}, new AbortController().signal)).text };
}
