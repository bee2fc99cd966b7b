/**
 * A process that connects to the program named by its last argument, prints that program's id, and stays until it is
 * killed.
 */
import { createConnections } from '../connect';
import { CALLER, EMPTY_OWN } from './caller';
import { programConfig } from './programs';

const servers = [programConfig('s', { args: [process.argv.at(-1) ?? ''] })];
const pool = createConnections({ own: EMPTY_OWN, servers, patienceMs: 60_000, listingTimeoutMs: 60_000 });
const connections = pool.connectionsFor(CALLER);
const [tool] = (await connections.list()).tools;
if (!tool) throw new Error('It offers no tool.');
const { text } = await connections.call(tool, {}, new AbortController().signal);
process.stdout.write(`${text}\n`);
setInterval(() => {}, 60_000);
