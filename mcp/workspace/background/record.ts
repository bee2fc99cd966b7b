/**
 * What is recorded about a command in the background: who runs it, how it ended, and its output. Any process of Amber
 * reads it.
 */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `lost`: the process of Amber that ran it has ended. Only a command that ended by itself, on request, or at its time
 * limit leaves an effect.
 */
export type Why = 'itself' | 'asked' | 'time' | 'memory' | 'failed' | 'lost';

export interface BackgroundRecord {
  id: string;
  command: string;
  workspace: string;
  /** The call that began it, and the answer in which that was made; absent for a client that has this process to itself. */
  callId?: string;
  answer?: string;
  /** The process that runs it. */
  by: number;
  ended?: {
    why: Why;
    exit?: number;
    /** The layer that `apply` takes; absent: it changed nothing, or that is gone. */
    layer?: string;
    /** Why its effect cannot be applied. */
    message?: string;
  };
  /** Its effect was offered for confirmation at the end of its answer. */
  offered?: true;
}

/** The most output kept, in bytes: the beginning. */
export const MOST_OUTPUT = 1_000_000;
const NAME = /^[0-9a-f]{32}$/;

export class Records {
  private readonly folder: string;

  /** @param layers the folder where effects of commands are kept */
  constructor(layers: string) {
    this.folder = join(layers, 'background');
  }

  /** Also undefined for a name that is not one of ours. */
  async read(id: string): Promise<BackgroundRecord | undefined> {
    if (!NAME.test(id)) return undefined;
    const text = await readFile(this.at(id, 'record.json'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as BackgroundRecord);
  }

  async all(): Promise<BackgroundRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const records = await Promise.all(names.map((name) => this.read(name)));
    return records.filter((record) => record !== undefined);
  }

  async write(record: BackgroundRecord): Promise<void> {
    await mkdir(join(this.folder, record.id), { recursive: true, mode: 0o700 });
    const file = this.at(record.id, 'record.json');
    await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async remove(id: string): Promise<void> {
    if (NAME.test(id)) await rm(join(this.folder, id), { recursive: true, force: true });
  }

  add(id: string, chunk: Buffer): Promise<void> {
    return appendFile(this.at(id, 'output'), chunk, { mode: 0o600 });
  }

  async outputSize(id: string): Promise<number> {
    return (await stat(this.at(id, 'output')).catch(() => undefined))?.size ?? 0;
  }

  /** Whole characters only. @returns the text, and where it ends */
  async output(id: string, from: number, most: number): Promise<{ text: string; next: number }> {
    const handle = await open(this.at(id, 'output')).catch(() => undefined);
    if (!handle) return { text: '', next: from };
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, from);
      const whole = wholeCharacters(buffer.subarray(0, bytesRead));
      return { text: whole.toString(), next: from + whole.length };
    } finally {
      await handle.close();
    }
  }

  /** Asks the process that runs it to end it. */
  askForEnd(id: string): Promise<void> {
    return writeFile(this.at(id, 'end'), '', { mode: 0o600 });
  }

  isEndAskedFor(id: string): boolean {
    return existsSync(this.at(id, 'end'));
  }

  private at(id: string, name: string): string {
    return join(this.folder, id, name);
  }
}

/** Without a final character that is incomplete. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Another process of this machine runs it. */
export function isOfAnother({ by }: BackgroundRecord): boolean {
  return by !== process.pid && existsSync(`/proc/${by}`);
}
