/** The person for whom the tests act, and our own server for tests about others. Needs no test runner. */

import type { Caller } from '@/lib/people/caller';
import type { OwnServer } from '../pool';

export const CALLER: Caller = {
  userId: 'user-1',
  userName: 'Mia',
  teamId: 'team-1',
  teamName: 'Nord',
  role: 'member',
};

/** Our own server without tools, for tests about others. */
export const EMPTY_OWN: OwnServer = {
  url: 'http://amber.internal/mcp',
  variantOf: () => 'all',
  fetchFor: () => async (_url, init) => {
    const { id, method } = JSON.parse(String(init.body)) as { id: unknown; method: string };
    const discovered = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
    const result = method === 'server/discover' ? discovered : { tools: [] };
    return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
  },
};
