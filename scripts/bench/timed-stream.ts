/** One POST with a streamed answer, timed by a cheap client: no fetch, no parsing meanwhile. */
import { Agent, request } from 'node:http';

export interface Question {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
  /** Occurs in the stream once the first token has arrived. */
  firstMark: string;
  /** Must occur in the whole stream. */
  lastMark: string;
}

/** Milliseconds from sending to the first token and to the last byte. */
export interface Timing {
  first: number;
  last: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Sends the question and reads to the last byte.
 * @throws unless the response is 200 with the whole answer; with what came instead
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
      // The server closed an idle keep-alive connection at that moment: nothing was begun, so the clock starts again.
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

/** Closes the keep-alive connections. */
export function closeConnections(): void {
  agent.destroy();
}
