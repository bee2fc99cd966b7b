/** What comes out of a room: the command's outputs, and the list of what is in its layer. */
import type { Readable } from 'node:stream';

export class SandboxError extends Error {}

export interface LayerRecord {
  kind: string;
  mode: number;
  target: string;
  path: string;
}

/** Reads a stream to its end and keeps the beginning. */
export class Collected {
  isCut = false;
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(stream: Readable | null, most: number) {
    stream?.on('data', (chunk: Buffer) => {
      if (this.size + chunk.length > most) this.isCut = true;
      const kept = chunk.subarray(0, Math.max(0, most - this.size));
      this.size += kept.length;
      if (kept.length > 0) this.chunks.push(kept);
    });
    stream?.on('error', () => {});
  }

  text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}

export function recordsOf(report: string): LayerRecord[] {
  const fields = report.split('\0').map((field) => Buffer.from(field, 'latin1'));
  const records: LayerRecord[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [kind = '', mode = '', target = '', path = ''] = fields.slice(at, at + 4).map((field) => {
      const text = field.toString();
      if (!Buffer.from(text).equals(field))
        throw new SandboxError('the command made a name that is not UTF-8');
      return text;
    });
    records.push({ kind, mode: Number.parseInt(mode, 8), target, path });
  }
  return records;
}
