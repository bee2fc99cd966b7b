/** Which addresses a team's own model may have, at the time of setting and of each request. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealHeaders } from '@/lib/servers/sealed-headers';
import { complaintAbout, reachOf } from './reach';
import { openKey, sealKey } from './sealed-key';

const CLOSED = { privateServers: false };
let server: Server;
let asked: string[];
let baseUrl: string;

beforeAll(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());

it.each([
  'http://api.example.com/v1',
  'https://127.0.0.1/v1',
  'https://[::1]/v1',
  'https://localhost:11434/v1',
  'https://169.254.169.254/latest',
  'https://10.0.0.7/v1',
  'https://user:word@api.example.com/v1',
  'https://api.example.com/v1?key=1',
  'file:///etc/passwd',
  'no address',
])('is not %s', (address) => {
  expect(complaintAbout(address, CLOSED)).toMatch(/^Address: /);
});

it('is any on the open internet over https, and on this machine what npm start has found', () => {
  const foundModel = JSON.stringify({ program: 'Ollama', baseUrl, model: 'small' });
  expect(complaintAbout('https://api.example.com/v1', CLOSED)).toBeUndefined();
  expect(complaintAbout(baseUrl, { ...CLOSED, foundModel })).toBeUndefined();
  expect(complaintAbout(baseUrl.replace('/v1', '/v2'), { ...CLOSED, foundModel })).toMatch(/^Address: /);
  const elsewhere = foundModel.replace('127.0.0.1', '10.0.0.7');
  expect(complaintAbout('http://10.0.0.7/v1', { ...CLOSED, foundModel: elsewhere })).toMatch(/^Address: /);
  expect(complaintAbout(baseUrl, { privateServers: true })).toBeUndefined();
});

it('is not asked on an inner network, whatever the row says, also by a name that leads there', async () => {
  const refused = { message: expect.stringContaining('not on the open internet') };
  await expect(reachOf(baseUrl, CLOSED)(`${baseUrl}/models`, {})).rejects.toMatchObject(refused);
  const named = baseUrl.replace('127.0.0.1', 'localhost');
  await expect(reachOf(named, CLOSED)(`${named}/models`, {})).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});

it('is not followed where it leads', async () => {
  const answer = await reachOf(baseUrl, { privateServers: true })(`${baseUrl}/models`, {});
  expect([answer.status, asked]).toEqual([302, ['/v1/models']]);
});

it('has a key that opens for its team and its address alone', () => {
  const secret = 'a secret for tests only, long enough';
  const owner = { teamId: 'team-1', baseUrl: 'https://api.example.com/v1' };
  const sealed = sealKey(secret, owner, 'sk-hidden');
  expect(sealed).not.toContain('hidden');
  expect(openKey(secret, owner, sealed)).toBe('sk-hidden');
  expect(openKey(`${secret}!`, owner, sealed)).toBeUndefined();
  expect(openKey(secret, { ...owner, teamId: 'team-2' }, sealed)).toBeUndefined();
  expect(openKey(secret, { ...owner, baseUrl: 'https://evil.example.com/v1' }, sealed)).toBeUndefined();
  expect(openKey(secret, { ...owner, baseUrl: null }, sealed)).toBeUndefined();
  // Data sealed as a server's headers does not open as a model's key.
  const headers = sealHeaders(secret, { teamId: 'team-1', name: '', url: '' }, {});
  expect(openKey(secret, owner, headers)).toBeUndefined();
});
