/** How untrusted bytes are served. */
import { describe, expect, it } from 'vitest';
import { mediaResponse, type Served } from './media';

const PNG: Served = { type: 'image', mimeType: 'image/png', name: 'a.png', bytes: Buffer.from('0123456789') };
const HTML: Served = { type: 'file', mimeType: 'text/html', name: 'a.html', bytes: Buffer.from('<script>') };
const answer = (served: Served, range?: string) =>
  mediaResponse(served, new Headers(range === undefined ? {} : { range }));

describe('bytes', () => {
  it('are answered in a sandbox, under their type, unsniffed and unkept', async () => {
    const response = answer(PNG);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(await response.text()).toBe('0123456789');
  });

  it('of a file are only ever saved, whatever they are', () => {
    const { headers } = answer(HTML);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it.each([
    ['a"b\r\nx: y;.txt', 'a_b__x_ y_.txt'],
    ['Übersicht\u202e.txt', '_bersicht_.txt'],
    ['half \ud800.txt', 'half _.txt'],
  ])('have a name that breaks out of no header: %j', (name, plain) => {
    const header = answer({ ...HTML, name }).headers.get('content-disposition') ?? '';
    expect(header).toMatch(
      new RegExp(`^attachment; filename="${plain.replace('.', '\\.')}"; filename\\*=UTF-8''[\\w%.~!-]+$`),
    );
  });

  it.each([
    ['bytes=0-3', 'bytes 0-3/10', '0123'],
    ['bytes=4-', 'bytes 4-9/10', '456789'],
    ['bytes=-2', 'bytes 8-9/10', '89'],
    ['bytes=8-99', 'bytes 8-9/10', '89'],
  ])('are answered in pieces: %s', async (range, told, text) => {
    const response = answer(PNG, range);
    expect([response.status, response.headers.get('content-range')]).toEqual([206, told]);
    expect(await response.text()).toBe(text);
  });

  it.each(['bytes=10-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=-'])(
    'are answered whole for %s',
    (range) => {
      expect(answer(PNG, range).status).toBe(200);
    },
  );
});
