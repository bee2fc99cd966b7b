import 'server-only';
/**
 * The running Amber's part in a backup of its embedded database: the requester listens on this machine, and is sent the
 * lines.
 */
import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { OpenDatabase } from '@/db/client';
import { dumpDatabase } from '@/db/copy/dump';
import { describeError, log } from '@/lib/log';
import { linesOf } from './lines';
import { sealProbe } from './probe';
import { requestFile } from './request-file';

/**
 * Everybody waits while the embedded database is read, so a requester that accepts nothing for this long gets nothing
 * more.
 */
const SLOW_MS = 20_000;

/** Checks once for a request. */
export async function answerRequest(opened: OpenDatabase, dataDir: string, secret: string): Promise<void> {
  const request = takeRequest(dataDir);
  if (!request) return;
  const socket = connect({ host: '127.0.0.1', port: request.port });
  socket.on('error', () => {});
  socket.setTimeout(SLOW_MS, () => socket.destroy(new Error('Nobody took the backup.')));
  try {
    await put(socket, request.token);
    // The requester may have been killed meanwhile, and somebody else may listen on its port.
    const { value: shown } = await linesOf(socket).next();
    if (shown !== request.proof) throw new Error('Nobody who has asked is there.');
    const { rows } = await dumpDatabase(opened, sealProbe(secret), (line) => put(socket, line));
    await new Promise<void>((resolve) => socket.end(resolve));
    log('info', 'backup_made', { tables: Object.keys(rows).length });
  } catch (error) {
    log('error', 'backup', describeError(error));
  } finally {
    socket.destroy();
  }
}

interface Request {
  port: number;
  /** Proves to the requester that Amber is connecting. */
  token: string;
  /** Proves to Amber that it is talking to the requester. */
  proof: string;
}

function takeRequest(dataDir: string): Request | undefined {
  try {
    const file = requestFile(dataDir);
    const { port, token, proof } = Object(JSON.parse(readFileSync(file, 'utf8')));
    rmSync(file);
    const isWhole = Number.isInteger(port) && [token, proof].every((one) => typeof one === 'string');
    return isWhole ? { port, token, proof } : undefined;
  } catch {
    return undefined;
  }
}

function put(socket: Socket, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(socket.errored ?? new Error('Nobody took the backup.'));
    const done = (error?: Error | null) => (error ? reject(error) : resolve());
    socket.write(`${line}\n`, done);
  });
}
