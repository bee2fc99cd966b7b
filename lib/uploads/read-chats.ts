import 'server-only';
/** The chats in a file exported from another app, read in a separate process. */
import { Turns } from '@/lib/values/turns';
import type { ExportedLine } from './reader/exported-chat';
import { linesOf, type Patience } from './run-reader';

const CHATS: Patience = {
  time: 600_000,
  memory: 2_000_000_000,
  heap: 1_200_000_000,
  // A chat of five million characters, each of which may take six in JSON.
  answer: 400_000_000,
  line: 35_000_000,
};
const imports = new Turns({ atOnce: 2, waiting: 5, each: 1 });

/**
 * @param person who waits for it
 * @throws AppError too_many_requests; unavailable if the process could not be started
 */
export async function* readExport(
  person: string,
  bytes: Buffer,
  patience: Partial<Patience> = {},
): AsyncGenerator<ExportedLine> {
  const reading = { program: 'chats-main.ts', args: [], bytes, lane: imports, person } as const;
  const lines = linesOf({ ...reading, patience: { ...CHATS, ...patience } });
  try {
    for (let next = await lines.next(); ; next = await lines.next()) {
      if (next.done) {
        if (next.value !== undefined) yield { problem: next.value };
        return;
      }
      yield JSON.parse(next.value) as ExportedLine;
    }
  } finally {
    await lines.return(undefined);
  }
}
