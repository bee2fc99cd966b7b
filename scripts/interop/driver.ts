/** A client under our control, whatever it is: a library behind a driver of ours, or a whole agent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Installed, install } from './install.ts';
import type { ClientSpec } from './specs.ts';

export interface Driver {
  /** Names of the tools that it sees. */
  list(): Promise<string[]>;
  /** The result that it received. Rejects with the reason if it reports that the call failed. */
  call(tool: string, input: Record<string, unknown>): Promise<string>;
  /** Cancels its call in progress. */
  abort(): Promise<void>;
  /** Ends it at once, as closing a window would. */
  kill(): void;
}

export interface Access {
  url: string;
  token: string;
  /** Its time limit, if that can be set. */
  patienceMs: number;
}

interface Answer {
  id: number;
  tools?: string[];
  text?: string;
  error?: string;
}

const START_MS = 60_000;

/** Starts a library's driver in the folder of its package, and waits until it is connected. */
export async function startLibrary(spec: ClientSpec, folder: string, access: Access): Promise<Driver> {
  const installed: Installed = await install(spec.package, spec.beside);
  cpSync(join(import.meta.dirname, 'clients'), installed.folder, { recursive: true });
  const env = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH ?? '',
    HOME: folder,
    AMBER_URL: access.url,
    AMBER_TOKEN: access.token,
    PATIENCE_MS: String(access.patienceMs),
    ...spec.env,
  };
  const child = spawn(process.execPath, [`${spec.driver}.mjs`], {
    cwd: installed.folder,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its bridges and children end with it.
    detached: true,
  });
  return converse(child);
}

async function converse(child: ChildProcess): Promise<Driver> {
  let complained = '';
  child.stderr?.on('data', (text: Buffer) => {
    complained = (complained + text).slice(-1000);
  });
  child.stdin?.on('error', () => {});
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const expect = (id: number) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('@@')) return;
      const answer: Answer = JSON.parse(line.slice(2));
      waiting.get(answer.id)?.resolve(answer);
    });
  }
  child.once('close', (code) => {
    const error = new Error(`it ended with ${code}: ${complained.trim()}`);
    for (const { reject } of waiting.values()) reject(error);
  });
  const kill = () => endGroup(child);
  let last = 0;
  const ask = async (command: object): Promise<Answer> => {
    const id = ++last;
    const answering = expect(id);
    child.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    const answer = await answering;
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  const late = setTimeout(kill, START_MS);
  await expect(0);
  clearTimeout(late);
  return {
    list: async () => (await ask({ do: 'list' })).tools ?? [],
    call: async (tool, input) => (await ask({ do: 'call', tool, input })).text ?? '',
    abort: async () => void (await ask({ do: 'abort' })),
    kill,
  };
}

/** Ends a process that leads its own group, and its children. */
export function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
