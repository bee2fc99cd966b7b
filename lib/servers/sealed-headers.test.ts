/** Servers' credentials as they are stored. */
import { expect, it } from 'vitest';
import { openHeaders, sealHeaders } from './sealed-headers';

const SECRET = 'a secret for tests only, long enough';
const OWNER = { teamId: 'team-1', name: 'crm', url: 'https://crm.example.com/mcp' };
const HEADERS = { Authorization: 'Bearer caf\u00e9' };

it('open with the same secret, for the same server of the same team', () => {
  const sealed = sealHeaders(SECRET, OWNER, HEADERS);
  expect(openHeaders(SECRET, OWNER, sealed)).toEqual(HEADERS);
  expect(Buffer.from(sealed.slice(3), 'base64url').toString()).not.toContain('Bearer');
  expect(sealHeaders(SECRET, OWNER, HEADERS)).not.toBe(sealed);
});

it.each([
  ['another secret', `${SECRET}!`, OWNER],
  ['another team', SECRET, { ...OWNER, teamId: 'team-2' }],
  ['another server', SECRET, { ...OWNER, name: 'other' }],
  ['another address', SECRET, { ...OWNER, url: 'https://evil.example.com/mcp' }],
])('do not open with %s', (_what, secret, owner) => {
  expect(openHeaders(secret, owner, sealHeaders(SECRET, OWNER, HEADERS))).toBeUndefined();
});

it('do not open when a byte has changed, is missing, or when it is something else altogether', () => {
  const sealed = sealHeaders(SECRET, OWNER, HEADERS);
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (const index of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(openHeaders(SECRET, OWNER, `v1.${changed.toString('base64url')}`)).toBeUndefined();
  }
  for (const other of ['', 'v1.', 'v2.abc', sealed.slice(0, 20), JSON.stringify(HEADERS)]) {
    expect(openHeaders(SECRET, OWNER, other)).toBeUndefined();
  }
});
