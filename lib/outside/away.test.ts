/** The database fails after another client was let in, and before its tools are listed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { oneDatabase } from '@/db/testing/databases';
import { OutsideHarness } from './testing/outside-harness';

describe.each(oneDatabase)('a client whose tools cannot be listed on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  let isAway = false;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened, undefined, undefined, (deps) => ({
      ...deps,
      connectionsFor(caller) {
        if (isAway) throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
        return deps.connectionsFor(caller);
      },
    }));
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  test('is told to come again, and when: 503 with Retry-After', async () => {
    const { token } = await harness.token();
    const list = () =>
      fetch(harness.url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
    isAway = true;
    const refused = await list();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    isAway = false;
    expect((await list()).status).toBe(200);
  });
});
