/** Once per test run: the database that every app under test is a copy of. */
import { makeTemplate } from './app.ts';

export default async function globalSetup(): Promise<void> {
  await makeTemplate();
}
