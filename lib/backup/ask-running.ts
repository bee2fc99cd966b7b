/**
 * Backs up an embedded database that a running Amber holds, which no other process may read. We write the port on which
 * we listen into its folder; it reads its database and sends the lines. Thus the backup's key stays here, and only
 * those who can write into that folder, and could read the database itself, can ask. Plain Node loads this file too.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { linesOf } from './lines';
import { requestFile } from './request-file';
import { Refused } from './sealed-file';

/** How long to wait for a running Amber to connect. */
const PATIENCE_MS = 20_000;

/** @param take is given each line, without knowing which one is the last */
export async function askRunning(dataDir: string, take: (line: string) => Promise<void>): Promise<void> {
  const [token, proof] = [secretText(), secretText()];
  const server = createServer();
  const file = requestFile(dataDir);
  try {
    const connected = comesWith(server, { token, proof });
    connected.catch(() => {});
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    // Renamed once it is complete.
    writeFileSync(`${file}.part`, JSON.stringify({ port, token, proof }), { mode: 0o600 });
    renameSync(`${file}.part`, file);
    const lines = await withinPatience(connected);
    for await (const line of lines) await take(line);
  } finally {
    rmSync(file, { force: true });
    server.close();
  }
}

const secretText = () => randomBytes(32).toString('base64url');

/** Accepts the connection whose first line is the token, sends it the proof, and receives the rest. */
function comesWith(
  server: ReturnType<typeof createServer>,
  { token, proof }: { token: string; proof: string },
): Promise<AsyncIterable<string>> {
  return new Promise((resolve) => {
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => socket.destroy());
      const lines = linesOf(socket);
      const shows = lines.next().then(({ value }) => typeof value === 'string' && isSame(value, token));
      void shows.then(
        (isIt) => {
          if (!isIt) return socket.destroy();
          socket.write(`${proof}\n`);
          resolve(lines);
        },
        () => socket.destroy(),
      );
    });
  });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function withinPatience<Value>(value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const words =
      'The process that holds the database did not answer: it may be just starting, or of an older Amber. Nothing was written.';
    timer = setTimeout(() => reject(new Refused(words)), PATIENCE_MS);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
