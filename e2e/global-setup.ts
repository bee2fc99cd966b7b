/** Once per test run: the database that every app under test is a copy of, and an ear for what they tell; at its end that is searched. */
import { makeTemplate } from './app.ts';
import { startTelling } from './told.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  await makeTemplate();
  return startTelling();
}
