/**
 * For tests: sends Amber's log to the console, where the test runner keeps it with its test and shows it only if that
 * test fails. Many tests provoke errors that must be logged.
 */
import { afterAll, beforeAll } from 'vitest';

const { write } = process.stderr;

beforeAll(() => {
  process.stderr.write = ((text: unknown, ...rest: []) => {
    if (typeof text !== 'string' || !text.startsWith('{"time"'))
      return write.call(process.stderr, text as string, ...rest);
    console.error(text.trimEnd());
    return true;
  }) as typeof process.stderr.write;
});

// Other files may follow in this process.
afterAll(() => {
  process.stderr.write = write;
});
