/**
 * The protocol's own suite against the code the app uses: every client scenario of both revisions that is not about
 * authorization. Those that are stand in `conformance-baseline.json`: whether Amber passes (none: it signs in nowhere yet), and
 * whether the bare client of @ai-sdk/mcp 2.0.99 did, with a provider that follows the suite's redirects.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './testing/bundle';
import { type Revision, requiredScenarios, runScenario } from './testing/conformance/suite';

const REVISIONS: Revision[] = ['2025-11-25', '2026-07-28'];
/** Run by the suite without being counted, since it is newer than the revisions. */
const BESIDES = ['json-schema-2020-12-preservation'];

const isAuthorization = (scenario: string) => scenario.startsWith('auth/');
const baseline = JSON.parse(
  readFileSync(new URL('./conformance-baseline.json', import.meta.url), 'utf8'),
) as Record<Revision, Record<string, { amber: boolean; bareClient: boolean }>>;

let client: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  client = await bundle('lib/connections/testing/conformance/client.ts');
});
afterAll(() => client.remove());

describe.each(REVISIONS)('conformance to %s', (revision) => {
  const all = requiredScenarios(revision);
  const judged = [...all.filter((scenario) => !isAuthorization(scenario)), ...BESIDES];

  it.concurrent.each(judged)('%s', async (scenario) => {
    const { counts, complaints, stderr } = await runScenario(client.file, scenario, revision);
    expect({ complaints, stderr }).toEqual({ complaints: [], stderr: '' });
    // A scenario that checked nothing was not passed.
    expect(counts.SUCCESS ?? 0).toBeGreaterThan(0);
  });

  it('ends at a server that wants a sign-in with saying so', async () => {
    const { counts, stderr } = await runScenario(client.file, 'auth/metadata-default', revision);
    expect(stderr).toContain('"kind":"needs-sign-in"');
    expect(counts.FAILURE ?? 0).toBeGreaterThan(0);
  });

  it('is asked of every scenario there is', () => {
    expect(judged).toHaveLength(revision === '2025-11-25' ? 5 : 8);
    expect(Object.keys(baseline[revision]).sort()).toEqual(all.filter(isAuthorization).sort());
    const reached = Object.values(baseline[revision]).filter(({ bareClient }) => bareClient);
    expect(reached).toHaveLength(revision === '2025-11-25' ? 10 : 19);
  });
});
