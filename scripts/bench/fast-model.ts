/**
 * The scripted model for the figures on answers, in a separate process and as cheap as possible: to any request it
 * sends the same 200 tokens over `/v1/responses`, prepared in advance, without delay unless a pace is requested.
 * Started with `fork`; it reports its address and ends with the process that started it.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { responsesWire } from '../../e2e/servers/model-wire.ts';
import { PACED_QUESTION, QUICK_QUESTION, QUICK_TOKEN_MS, TOKEN_MS, TOKENS } from './answer-text.ts';

const wire = responsesWire('r1');
const OPENING = eventsOf(wire.open());
const PIECES = TOKENS.map((token) => eventsOf(wire.text(token)));
const CLOSING = eventsOf(wire.close(false));
const ANSWER = Buffer.from([OPENING, ...PIECES, CLOSING].join(''));

let paced = 0;
const server = createServer(async (request, response) => {
  let asked = '';
  for await (const piece of request.setEncoding('utf8')) asked += piece;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (asked.includes(QUICK_QUESTION)) await sayPaced(response, QUICK_TOKEN_MS);
  else if (asked.includes(PACED_QUESTION)) await sayPaced(response, TOKEN_MS);
  else response.end(ANSWER);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
process.once('disconnect', () => process.exit());

/** No two of them begin at the same moment: simultaneous ones would be cheaper. */
async function sayPaced(response: ServerResponse, tokenMs: number): Promise<void> {
  await pause((paced++ * 7) % tokenMs);
  response.write(OPENING);
  let next = 0;
  const timer = setInterval(() => {
    const piece = PIECES[next++];
    if (piece !== undefined) return response.write(piece);
    clearInterval(timer);
    response.end(CLOSING);
  }, tokenMs);
}

function eventsOf(events: unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}
