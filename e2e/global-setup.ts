/** Once per test run: the database that every app under test is a copy of, and an ear for what they tell; at its end that is searched. */
import { makeTemplate } from './app.ts';
import { startTelling } from './told.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  // What a page needs is loaded when it is first asked for: an app of a test meets few of them. A bench measures what people start.
  process.env.TEST_PAGES_LATE = '1';
  await makeTemplate();
  return startTelling();
}
