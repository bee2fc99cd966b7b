import 'server-only';
/** The text of a file, read in a separate process. */
import { Turns } from '@/lib/values/turns';
import type { FoundWords } from './reader/found-words';
import { linesOf, type Patience, TOO_MUCH } from './run-reader';

const FILE: Patience = {
  time: 20_000,
  memory: 600_000_000,
  heap: 384_000_000,
  answer: 4_000_000,
  line: 4_000_000,
};
const files = new Turns({ atOnce: 2, waiting: 20, each: 5 });

/**
 * @param person who waits for it
 * @param most characters that are kept
 * @throws AppError too_many_requests; unavailable if the process could not be started
 */
export async function readWords(
  person: string,
  bytes: Buffer,
  most: number,
  patience: Partial<Patience> = {},
): Promise<FoundWords> {
  const reading = { program: 'main.ts', args: [String(most)], bytes, lane: files, person } as const;
  const lines = linesOf({ ...reading, patience: { ...FILE, ...patience } });
  const first = await lines.next();
  if (first.done) return { problem: first.value ?? TOO_MUCH };
  await lines.return(undefined);
  return JSON.parse(first.value) as FoundWords;
}
