/**
 * The protocol's own suite against the code that the app uses: every client scenario of both revisions, those about
 * authorization with a person who follows the suite's redirects. `conformance-baseline.json` records for these whether
 * the bare client of `@ai-sdk/mcp` 2.0.99 passed them, in the same way.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './testing/bundle';
import { type Revision, requiredScenarios, runScenario } from './testing/conformance/suite';

const REVISIONS: Revision[] = ['2025-11-25', '2026-07-28'];
/** Run by the suite without being counted, since it is newer than the revisions. */
const BESIDES = ['json-schema-2020-12-preservation'];

/** In these the server breaks the rules: the client ends by saying which one, which counts as passing. */
const REFUSED = new Map<string, string>([
  ['auth/scope-retry-limit', 'wants a sign-in with more rights'],
  ['auth/resource-mismatch', 'is about another server'],
  ['auth/iss-supported-missing', 'which promised to'],
  ['auth/iss-wrong-issuer', 'does not come from'],
  ['auth/iss-unexpected', 'does not come from'],
  ['auth/iss-normalized', 'does not come from'],
  ['auth/metadata-issuer-mismatch', 'is about another one'],
]);

const isAuthorization = (scenario: string) => scenario.startsWith('auth/');
const baseline = JSON.parse(
  readFileSync(new URL('./conformance-baseline.json', import.meta.url), 'utf8'),
) as Record<Revision, Record<string, { bareClient: boolean }>>;

let client: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  client = await bundle('lib/connections/testing/conformance/client.ts');
});
afterAll(() => client.remove());

describe.each(REVISIONS)('conformance to %s', (revision) => {
  const all = requiredScenarios(revision);
  const judged = [...all, ...BESIDES];

  it.concurrent.each(judged)('%s', async (scenario) => {
    const { counts, complaints, stderr } = await runScenario(client.file, scenario, revision);
    const refusal = REFUSED.get(scenario);
    expect(complaints).toEqual([]);
    if (refusal === undefined) expect(stderr).toBe('');
    else expect(stderr).toContain(refusal);
    // A scenario without checks did not pass.
    expect(counts.SUCCESS ?? 0).toBeGreaterThan(0);
  });

  it('is asked of every scenario there is', () => {
    expect(judged).toHaveLength(revision === '2025-11-25' ? 19 : 33);
    expect(Object.keys(baseline[revision]).sort()).toEqual(all.filter(isAuthorization).sort());
    const reached = Object.values(baseline[revision]).filter(({ bareClient }) => bareClient);
    expect(reached).toHaveLength(revision === '2025-11-25' ? 10 : 19);
  });
});
