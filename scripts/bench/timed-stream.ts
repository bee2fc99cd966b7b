/** One POST whose answer streams, timed by a client that costs little: no fetch, no parsing while it runs. */
import { Agent, request } from 'node:http';

export interface Question {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
  /** What stands in the stream once the first token is there. */
  firstMark: string;
  /** What must stand in the whole stream. */
  lastMark: string;
}

/** Milliseconds from sending to the first token and to the last byte. */
export interface Timing {
  first: number;
  last: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Asks and reads to the last byte.
 * @throws when the answer is no 200, or not the whole answer; with what came instead
 */
export function timedStream(question: Question): Promise<Timing> {
  const { url, headers, body, firstMark, lastMark } = question;
  const payload = Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': payload.length, ...headers },
    });
    sent.once('error', (error) => {
      // The server closed a kept connection just then, unasked: nothing was begun, and the clock starts again.
      if (sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(timedStream(question));
      else reject(error);
    });
    sent.once('response', (response) => {
      let first = 0;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (first === 0 && text.includes(firstMark)) first = performance.now() - started;
      });
      response.once('error', reject);
      response.once('end', () => {
        const last = performance.now() - started;
        if (response.statusCode === 200 && first > 0 && text.includes(lastMark)) resolve({ first, last });
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 2000)}`));
      });
    });
    sent.end(payload);
  });
}

/** Closes the connections that were kept. */
export function closeConnections(): void {
  agent.destroy();
}
