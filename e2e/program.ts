/** A program of ours as a process of its own, with exactly the environment that it is given, and what it wrote. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';

/** This much of its newest output is kept, in characters. */
const KEPT = 20_000;

export class Program {
  /** What it has written, its newest part. */
  output = '';
  /** Its exit code, once it has ended; null when a signal killed it. */
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, onOutput?: (text: string) => void) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      // Its newest line, as far as it has come.
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-KEPT);
        const end = (rest + text).lastIndexOf('\n') + 1;
        if (end > 0) onOutput?.((rest + text).slice(0, end));
        rest = (rest + text).slice(end);
      });
      stream?.on('end', () => rest !== '' && onOutput?.(`${rest}\n`));
    }
    // Not `exit`: what it wrote last must have been read.
    this.exited = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  }

  /**
   * Starts a script of node in the folder. Of our own environment it gets only the paths.
   * @param onOutput told whole lines, each with its end
   */
  static start(
    cwd: string,
    args: string[],
    env: Record<string, string>,
    onOutput?: (text: string) => void,
  ): Program {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH, HOME, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Program(child, onOutput);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Resolves when the app at this address is well; throws, with what it wrote, when the program ends before. */
  async healthy(url: string): Promise<void> {
    while (this.isRunning) {
      const health = await fetch(`${url}/api/health`).catch(() => undefined);
      await health?.body?.cancel();
      if (health?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The app did not start:\n${this.output}`);
  }

  /** Sends the signal and waits for the end; returns the exit code as `exited` does. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    return this.exited;
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
