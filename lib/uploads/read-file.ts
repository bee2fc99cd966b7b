import 'server-only';
/**
 * Reads the words of a file in a program of its own: whatever a stranger made of it takes only that program's time and
 * memory. It gets nothing of our environment, may read our code and nothing else, and write nowhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '@/lib/errors';
import { measureMemory } from '@/lib/transport/programs/memory';
import type { FoundWords } from './reader/found-words';

export interface Patience {
  /** In milliseconds. */
  time: number;
  /** In bytes, of the program in all. */
  memory: number;
}

const FILE: Patience = { time: 20_000, memory: 600_000_000 };
/** Of what the program answers, in bytes. */
const MOST_ANSWER = 4_000_000;
const LOOK_EVERY_MS = 200;
/** Of the memory, what its heap may take: the rest is what it has unpacked. */
const HEAP_MB = 384;
/** Read at the same time; more wait, and still more are told to come back. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

let reading = 0;
const waiting: (() => void)[] = [];

/**
 * @param most characters that are kept
 * @throws AppError too_many_requests; unavailable: the program could not be started
 */
export async function readWords(bytes: Buffer, most: number, patience = FILE): Promise<FoundWords> {
  await turn();
  try {
    return await run(bytes, most, patience);
  } finally {
    reading -= 1;
    waiting.shift()?.();
  }
}

async function turn(): Promise<void> {
  if (waiting.length >= MOST_WAITING) {
    throw new AppError('too_many_requests', 'Many files are being read at this moment. Try again soon.');
  }
  if (reading >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  reading += 1;
}

async function run(bytes: Buffer, most: number, { time, memory }: Patience): Promise<FoundWords> {
  const child = start(most);
  let problem: string | undefined;
  const end = (why: string) => {
    problem ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(
    () => end('takes too long to be read. Save the part that is needed as a file of its own.'),
    time,
  );
  const look = setInterval(() => void isOver(child, memory).then((is) => is && end(TOO_MUCH)), LOOK_EVERY_MS);
  try {
    const answer = await answerOf(child, bytes, end);
    if (problem !== undefined) return { problem };
    return answer === '' ? { problem: TOO_MUCH } : (JSON.parse(answer) as FoundWords);
  } finally {
    clearTimeout(timer);
    clearInterval(look);
    child.kill('SIGKILL');
  }
}

const TOO_MUCH = 'takes too much memory to be read. Save the part that is needed as a file of its own.';

function start(most: number): ChildProcess {
  const root = /* turbopackIgnore: true */ process.cwd();
  const fence = ['--permission', `--allow-fs-read=${join(root, '*')}`, `--max-old-space-size=${HEAP_MB}`];
  const program = join(root, 'lib/uploads/reader/main.ts');
  return spawn(process.execPath, [...fence, '--no-warnings', program, String(most)], {
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
}

async function isOver(child: ChildProcess, memory: number): Promise<boolean> {
  const { pid } = child;
  if (pid === undefined) return false;
  const taken = await measureMemory([pid]).catch(() => undefined);
  return (taken?.get(pid) ?? 0) > memory;
}

/** What it wrote, once it has ended. */
async function answerOf(child: ChildProcess, bytes: Buffer, end: (why: string) => void): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_ANSWER) end(TOO_MUCH);
    else chunks.push(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', () => reject(new AppError('unavailable', 'Files cannot be read at this moment.')));
    // One that ended early takes no more: its end says why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
  return Buffer.concat(chunks).toString('utf8');
}
