/**
 * The scripted model of the figures on answers, in a process of its own and as cheap as can be: whatever it is
 * asked, it says the same 200 tokens over `/v1/responses`, ready-made, without delay. Started with `fork`; it
 * tells its address and ends with the process that started it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responsesWire } from '../../e2e/servers/model-wire.ts';
import { TOKENS } from './answer-text.ts';

const ANSWER = readyAnswer();

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
process.once('disconnect', () => process.exit());

function readyAnswer(): Buffer {
  const wire = responsesWire('r1');
  const events = [wire.open(), ...TOKENS.map((token) => wire.text(token)), wire.close(false)].flat();
  return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}
