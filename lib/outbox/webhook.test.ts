/** Events are sent signed, retried if the receiver is unreachable, and given up if it refused. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OutboxRow } from '@/lib/store/outbox';
import { isRefused } from './delivery';
import { byWebhook } from './webhook';

const SECRET = 'a secret for tests only, long enough';
const row = { id: 'asked_1', subject: 'approval.asked', body: '{"approvalId":"1"}' } as OutboxRow;

let server: Server;
let status = 200;
let received: { headers: IncomingHttpHeaders; body: string }[];

beforeEach(async () => {
  received = [];
  status = 200;
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push({ headers: request.headers, body });
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const deliver = () =>
  byWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, SECRET)(row);

test('signed, with the time in the signature', async () => {
  await deliver();
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-amber-signature'])) ?? [];
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'));
  expect(headers).toMatchObject({ 'x-amber-event': 'approval.asked', 'x-amber-delivery': 'asked_1' });
  expect(body).toBe(row.body);
});

test.each([
  [500, false],
  [429, false],
  [302, false],
  [404, true],
])('an answer of %i is given up: %s', async (answer, isFinal) => {
  status = answer;
  const error = await deliver().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(isRefused(error)).toBe(isFinal);
});

test('an address that names a user is told of without it', async () => {
  const error = await byWebhook('http://user:S3CRET@127.0.0.1:9/hook', SECRET)(row).catch(String);
  expect(error).toContain('holds a user or a password');
  expect(error).not.toMatch(/S3CRET|user:/);
});
