/**
 * The files in a zip. Only the directory at its end is trusted, and no size in it: the inflater itself stops at the
 * limit, so that a zip bomb costs no more than that.
 */
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from './words.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end record lies within this many bytes of the end, since a comment may follow it. */
const END_WITHIN = 65_557;
const MOST_ENTRIES = 10_000;

interface Entry {
  method: number;
  isEncrypted: boolean;
  packed: number;
  at: number;
}

export class Zip {
  private readonly bytes: Buffer;
  private room: number;
  private readonly entries: Map<string, Entry>;

  /** @param room how many bytes may be unpacked in total */
  constructor(bytes: Buffer, room: number) {
    this.bytes = bytes;
    this.room = room;
    this.entries = entriesOf(bytes);
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /**
   * The bytes of one file; nothing if it is not there.
   * @throws Unreadable if it is broken, encrypted, or exceeds the limit
   */
  read(name: string): Buffer | undefined {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (entry.isEncrypted) throw new Unreadable('is protected by a password. Save it without one.');
    const { bytes } = this;
    if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== LOCAL) throw broken();
    const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
    if (from + entry.packed > bytes.length) throw broken();
    const unpacked = unpack(bytes.subarray(from, from + entry.packed), entry.method, this.room);
    this.room -= unpacked.length;
    return unpacked;
  }
}

function unpack(packed: Buffer, method: number, room: number): Buffer {
  if (method === 0 && packed.length <= room) return packed;
  if (method !== 0 && method !== 8) throw broken();
  try {
    // Zero would mean unlimited.
    if (method === 8 && room > 0) return inflateRawSync(packed, { maxOutputLength: room });
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ERR_BUFFER_TOO_LARGE') throw broken();
  }
  throw new Unreadable('unpacks to more than is read. Save the part that is needed as a file of its own.');
}

function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const found = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  // Larger archives (zip64) keep these numbers elsewhere; none within our limits is that large.
  if (count > MOST_ENTRIES || at > bytes.length) throw broken();
  for (let nth = 0; nth < count; nth++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const entry = {
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    };
    if (!found.has(name)) found.set(name, entry);
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - END_WITHIN); at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw broken();
}

const broken = () => new Unreadable('is broken: it cannot be unpacked. Save it once more.');
