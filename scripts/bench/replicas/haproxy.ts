/**
 * haproxy with the file of `ops/haproxy`, unchanged, and its log of each request, from which the figures are counted.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../prepare/run.mjs';

/** One request as haproxy logged it. */
export interface Answered {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /**
   * How it ended: `--` normally, `SH` and `SD` cut off by the process, `CD` left by the client, `SC` no process
   * accepted it.
   */
  end: string;
  process: string;
  status: number;
  method: string;
  path: string;
  retryAfter: boolean;
  tookMs: number;
}

export interface Haproxy {
  answered: Answered[];
  stop(): Promise<void>;
}

/** @param places values that the file takes from its environment */
export async function startHaproxy(program: string, places: Record<string, string>): Promise<Haproxy> {
  const file = join(root, 'ops/haproxy/haproxy.cfg');
  const { PATH = '' } = process.env;
  const running = spawn(program, ['-f', file, '-db'], {
    env: { PATH, NODE_ENV: 'production', ...places },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => running.kill('SIGKILL'));
  const answered: Answered[] = [];
  let said = '';
  createInterface({ input: running.stdout }).on('line', (line) => {
    const read = answeredOf(line);
    if (read) answered.push(read);
  });
  running.stderr.on('data', (text: Buffer) => {
    said = (said + text).slice(-5_000);
  });
  const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (running.exitCode !== null) throw new Error(`haproxy did not start: ${said}`);
  return {
    answered,
    async stop() {
      running.kill('SIGTERM');
      setTimeout(() => running.kill('SIGKILL'), 1_000).unref();
      await gone;
    },
  };
}

const LINE = /^(\d+)\.(\d{1,3}) (\S+) (\S+) (-?\d+) (\S+) (\S+) (\S+) ([-\d]+) ([-\d]+)$/;

/** Parses a line of the file's `log-format`. */
export function answeredOf(line: string): Answered | undefined {
  const [
    ,
    seconds,
    milliseconds,
    end = '',
    name = '',
    status,
    method = '',
    path = '',
    captured = '',
    total,
    took,
  ] = LINE.exec(line.trim()) ?? [];
  if (seconds === undefined) return undefined;
  return {
    at: Number(seconds) * 1000 + Number(milliseconds) + Math.max(Number(total), 0),
    end: end.slice(0, 2),
    process: name,
    status: Number(status),
    method,
    path: path.replace(/[a-z]{2,4}_[A-Za-z0-9_-]{6,}|[A-Za-z0-9_-]{20,}/g, 'ID'),
    // The file makes haproxy add it to its own responses.
    retryAfter: /\{\d+\}/.test(captured) || (Number(status) === 503 && name.includes('NOSRV')),
    tookMs: Math.max(Number(took), 0),
  };
}
