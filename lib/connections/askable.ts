/** The servers of one caller that can be asked for what they offer besides tools, each with the caller's own sign-in. */
import { MCPClientError } from '@ai-sdk/mcp';
import type { Caller } from '@/lib/people/caller';
import type { AskableServer, Asked } from '@/lib/servers/askable-server';
import { ConnectionError, exchangeErrorOf } from '@/lib/tools/connection-error';
import { quoted } from '@/lib/values/text';
import type { Pool } from './pool';
import type { ServerConnection } from './server-connection';

const MOST_WORDS = 500;

/**
 * Our own server first, then the others in the order of their list, as the team's admins have decided by now.
 * @throws if those decisions cannot be read
 */
export async function askableServers(pool: Pool, caller: Caller): Promise<AskableServer[]> {
  const team = await pool.teamOf(caller);
  const own = pool.ownServers(caller).map((server) => {
    const { name, url } = server;
    const connection = () => pool.ownConnection(caller, server);
    return askable({ name, url, vouched: true, isOurs: true }, connection);
  });
  const others = pool.configured(caller, team).servers.map((config) => {
    const { name, url, trusted } = config;
    // Created only when asked: wanting a list of servers connects to none.
    const connection = () => pool.keptFor(caller, config).connection;
    return askable({ name, url, vouched: trusted, isOurs: false }, connection);
  });
  return [...own, ...others];
}

type Facts = Pick<AskableServer, 'name' | 'url' | 'vouched' | 'isOurs'>;

function askable(facts: Facts, connection: () => ServerConnection): AskableServer {
  return {
    ...facts,
    ask: (asked) => asking(connection(), facts.name, asked),
    clean: (text, most) => connection().clean(text, most),
  };
}

async function asking(connection: ServerConnection, name: string, asked: Asked) {
  try {
    return await connection.ask(asked);
  } catch (error) {
    asked.signal.throwIfAborted();
    throw complaint(error, name, connection);
  }
}

function complaint(error: unknown, name: string, connection: ServerConnection): ConnectionError {
  const server = `The server "${name}"`;
  const exchange = exchangeErrorOf(error);
  if (exchange) {
    const { message, delivery, code } = exchange;
    return new ConnectionError(`${server} ${message}.`, delivery, undefined, code);
  }
  if (MCPClientError.isInstance(error) && error.code !== undefined) {
    const said = quoted(connection.clean(error.message, MOST_WORDS), MOST_WORDS);
    return new ConnectionError(`${server} refused it (${error.code}): ${said}`, 'answered');
  }
  return new ConnectionError(`${server} did not answer as expected.`, 'unknown', { cause: error });
}
