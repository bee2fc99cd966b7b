/**
 * For tests: what Amber logs goes to the console, where the test runner keeps it with its test and shows it only
 * when that test fails. Many tests provoke errors that must be logged.
 */
import { beforeAll } from 'vitest';

beforeAll(() => {
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = ((text: unknown, ...rest: []) => {
    if (typeof text !== 'string' || !text.startsWith('{"time"')) return write(text as string, ...rest);
    console.error(text.trimEnd());
    return true;
  }) as typeof process.stderr.write;
});
