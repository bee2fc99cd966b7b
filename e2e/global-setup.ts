/**
 * Once per test run: the database from which every app under test is copied, and the collector of their telemetry,
 * which is searched at the end.
 */
import { makeTemplate } from './app.ts';
import { startTelling } from './told.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  // A page's modules are loaded on the first request: a test's app serves few pages. A bench measures the normal start.
  process.env.TEST_PAGES_LATE = '1';
  await makeTemplate();
  return startTelling();
}
