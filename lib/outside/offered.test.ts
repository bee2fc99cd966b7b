/** Which rights are offered for a token: those of the person for which this installation has a tool. */
import { expect, it } from 'vitest';
import type { Caller } from '@/lib/people/caller';
import type { WebSearchConfig } from '@/mcp/context';
import { scopesToGive, scopesToOffer } from './tokens';

const of = (role: Caller['role']): Caller => ({
  userId: 'u',
  userName: 'Ada',
  teamId: 't',
  teamName: 'A & F',
  role,
});
const offered = (role: Caller['role'], webSearch: WebSearchConfig = {}) =>
  scopesToOffer(of(role), { db: undefined as never, webSearch, appUrl: 'http://amber.test' });

it('none is offered without a tool: nothing changes reports or the web, and nothing searches it here', () => {
  const all = offered('admin');
  expect(all).toEqual(expect.arrayContaining(['customers.read', 'customers.write', 'reports.read']));
  for (const none of ['reports.write', 'web.read', 'web.write', 'memory.read', 'memory.write'])
    expect(all).not.toContain(none);
  const searching = offered('admin', { braveApiKey: 'k' });
  expect(searching).toEqual(expect.arrayContaining([...all, 'web.read']));
  expect(searching).toHaveLength(all.length + 1);
});

it('none is offered that the person does not have', () => {
  for (const role of ['viewer', 'member', 'admin', 'auditor'] as const) {
    const own = scopesToGive(of(role));
    expect(offered(role).filter((scope) => !own.includes(scope))).toEqual([]);
  }
  expect(offered('viewer').filter((scope) => scope.endsWith('.write'))).toEqual([]);
  expect(offered('auditor')).toEqual([]);
});
