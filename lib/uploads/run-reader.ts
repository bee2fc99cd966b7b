import 'server-only';
/**
 * Runs a program that reads what a stranger made: whatever that is takes only the program's time and memory. It gets nothing
 * of our environment, may read its own code and nothing else, and write nowhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '@/lib/errors';
import { measureMemory } from '@/lib/transport/programs/memory';
import type { Turns } from '@/lib/values/turns';

export interface Patience {
  /** In milliseconds. */
  time: number;
  /** Of the program in all, and of its heap: the rest is what it has unpacked. In bytes. */
  memory: number;
  heap: number;
  /** Of what it answers, and of a line of that, in bytes: a line is held and read in one piece. */
  answer: number;
  line: number;
}

export const TOO_MUCH =
  'takes too much memory to be read. Save the part that is needed as a file of its own.';
const TOO_LONG = 'takes too long to be read. Save the part that is needed as a file of its own.';
const LOOK_EVERY_MS = 200;

/** What is to be run on which bytes. */
export interface Reading {
  /** Of the folder `reader`. */
  program: 'main.ts' | 'chats-main.ts';
  args: readonly string[];
  bytes: Buffer;
  lane: Turns;
  /** Whose turn in the lane it is. */
  person: string;
  patience: Patience;
}

/**
 * What the program says, line by line as they are taken.
 * @returns why it said no more; nothing: it had come to its end
 * @throws AppError too_many_requests; unavailable: it could not be started
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
    // One that ended early takes no more: its end says why.
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

/** Whole lines within what is allowed; of one that is longer, and of all behind it, nothing. */
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
 * What Node is told to run a reader as its child: behind its fence, with its limits. It holds those itself as well, for
 * when this process dies before it; for that it has one thread more.
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

/** Whether it ended by itself, and well. */
function ended(child: ChildProcess): Promise<boolean> {
  const over = new Promise<boolean>((resolve, reject) => {
    child.once('close', (code) => resolve(code === 0));
    child.once('error', () => reject(new AppError('unavailable', 'Files cannot be read at this moment.')));
  });
  // Whoever waits for it hears of it.
  over.catch(() => undefined);
  return over;
}

async function isOver(child: ChildProcess, memory: number): Promise<boolean> {
  const { pid } = child;
  if (pid === undefined) return false;
  const taken = await measureMemory([pid]).catch(() => undefined);
  return (taken?.get(pid) ?? 0) > memory;
}
