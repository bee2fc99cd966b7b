import 'server-only';
/**
 * Runs a program that reads a stranger's file, so that the file can take only that program's time and memory. The
 * program gets none of our environment, may read its own code and nothing else, and may write nowhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '@/lib/errors';
import { measureMemory } from '@/lib/transport/programs/memory';
import type { Turns } from '@/lib/values/turns';

export interface Patience {
  /** In milliseconds. */
  time: number;
  /** In bytes: of the whole program, and of its heap; the rest is for what it has unpacked. */
  memory: number;
  heap: number;
  /** In bytes: of its answer, and of each line, which is held and parsed in one piece. */
  answer: number;
  line: number;
}

export const TOO_MUCH =
  'takes too much memory to be read. Save the part that is needed as a file of its own.';
const TOO_LONG = 'takes too long to be read. Save the part that is needed as a file of its own.';
const LOOK_EVERY_MS = 200;

/** What to run, on which bytes. */
export interface Reading {
  /** A program in the folder `reader`. */
  program: 'main.ts' | 'chats-main.ts';
  args: readonly string[];
  bytes: Buffer;
  lane: Turns;
  /** Whose turn in the lane it takes. */
  person: string;
  patience: Patience;
}

/**
 * The program's output, line by line as they are consumed.
 * @returns why it ended early; nothing if it reached its end
 * @throws AppError too_many_requests; unavailable if it could not be started
 */
export async function* linesOf({
  lane,
  person,
  ...reading
}: Reading): AsyncGenerator<string, string | undefined> {
  const leave = await lane.enter(person);
  try {
    return yield* linesOfProgram(reading);
  } finally {
    leave();
  }
}

async function* linesOfProgram(
  reading: Omit<Reading, 'lane' | 'person'>,
): AsyncGenerator<string, string | undefined> {
  const { bytes, patience } = reading;
  const child = start(reading);
  let problem: string | undefined;
  const end = (why: string) => {
    problem ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end(TOO_LONG), patience.time);
  const look = setInterval(
    () => void isOver(child, patience.memory).then((is) => is && end(TOO_MUCH)),
    LOOK_EVERY_MS,
  );
  const over = ended(child);
  try {
    // A program that has exited accepts no more input; its exit says why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
    yield* bounded((child.stdout ?? []) as AsyncIterable<Buffer>, patience, () => end(TOO_MUCH));
    const isWell = await over;
    return problem ?? (isWell ? undefined : TOO_MUCH);
  } finally {
    clearTimeout(timer);
    clearInterval(look);
    child.kill('SIGKILL');
  }
}

/** Whole lines within the limits; stops at a longer line. */
async function* bounded(
  chunks: AsyncIterable<Buffer>,
  { answer, line }: Patience,
  isTooMuch: () => void,
): AsyncGenerator<string> {
  let size = 0;
  let begun: Buffer[] = [];
  let begunSize = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    let from = 0;
    for (let to = chunk.indexOf(10); ; to = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, to < 0 ? undefined : to);
      begunSize += piece.length;
      if (size > answer || begunSize > line) return isTooMuch();
      begun.push(piece);
      if (to < 0) break;
      yield Buffer.concat(begun).toString('utf8');
      [begun, begunSize, from] = [[], 0, to + 1];
    }
  }
}

function start(reading: Pick<Reading, 'program' | 'args' | 'patience'>): ChildProcess {
  return spawn(process.execPath, readerArguments(reading), {
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
}

/** What a reader may read: itself, and the libraries that open PDFs and XML. */
const ITS_CODE = ['lib/uploads/reader', 'node_modules/unpdf', 'node_modules/sax'];

/**
 * Node's arguments for running a reader as a child process, with its permissions and limits. It enforces the limits
 * itself as well, in case this process dies first; for that it has one more thread.
 */
export function readerArguments({
  program,
  args,
  patience,
}: Pick<Reading, 'program' | 'args' | 'patience'>): string[] {
  const root = /* turbopackIgnore: true */ process.cwd();
  const { time, memory, heap } = patience;
  const fence = ['--permission', ...ITS_CODE.map((folder) => `--allow-fs-read=${join(root, folder, '*')}`)];
  const room = ['--allow-worker', `--max-old-space-size=${Math.round(heap / 1_000_000)}`, '--no-warnings'];
  const limits = [time, memory, process.pid].map(String);
  return [...fence, ...room, join(root, 'lib/uploads/reader', program), ...limits, ...args];
}

/** Whether it exited by itself, successfully. */
function ended(child: ChildProcess): Promise<boolean> {
  const over = new Promise<boolean>((resolve, reject) => {
    child.once('close', (code) => resolve(code === 0));
    child.once('error', () => reject(new AppError('unavailable', 'Files cannot be read at this moment.')));
  });
  // Whoever awaits it still gets the error.
  over.catch(() => undefined);
  return over;
}

async function isOver(child: ChildProcess, memory: number): Promise<boolean> {
  const { pid } = child;
  if (pid === undefined) return false;
  const taken = await measureMemory([pid]).catch(() => undefined);
  return (taken?.get(pid) ?? 0) > memory;
}
