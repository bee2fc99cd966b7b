/** A program of ours as a separate process, with exactly the given environment, and its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';

/** The length of the output that is kept, in characters. */
const KEPT = 20_000;

export class Program {
  /** The newest part of its output. */
  output = '';
  /** Its exit code, once it has ended; null if a signal killed it. */
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, onOutput?: (text: string) => void) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      // Its last line, still incomplete.
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-KEPT);
        const end = (rest + text).lastIndexOf('\n') + 1;
        if (end > 0) onOutput?.((rest + text).slice(0, end));
        rest = (rest + text).slice(end);
      });
      stream?.on('end', () => rest !== '' && onOutput?.(`${rest}\n`));
    }
    // Not `exit`: its last output must have been read.
    this.exited = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  }

  /**
   * Starts a node script in the folder. It inherits only the paths of our environment.
   * @param onOutput called with whole lines, including their line ends
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

  /** Resolves when the app at this address is healthy; throws, with its output, if the program ends before. */
  async healthy(url: string): Promise<void> {
    while (this.isRunning) {
      const health = await fetch(`${url}/api/health`).catch(() => undefined);
      await health?.body?.cancel();
      if (health?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The app did not start:\n${this.output}`);
  }

  /** Sends the signal and waits for the end; returns the exit code like `exited`. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    return this.exited;
  }
}

/** An unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
