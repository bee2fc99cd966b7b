/** The files of generated histories: batches of rows, and of what was shown of them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Rows } from './rows';
import type { Shown } from './shown-by-today';

/** Histories per file. */
export const BATCH = 50;

export interface History {
  seed: number;
  chatId: string;
  /** What happens in it, in words. */
  kinds: string[];
  /** As the code that played it showed it; `inbox`: the entries of an admin's inbox about it. */
  shown: Shown & { inbox: unknown[] };
}

export interface Batch {
  /** The number of migrations of the database that the rows are from. */
  migrations: number;
  rows: Rows;
  histories: History[];
}

const FOLDER = fileURLToPath(new URL('./fixture', import.meta.url));

/** The numbers of the existing files, ascending. */
export const batches = (): number[] =>
  readdirSync(FOLDER)
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);

const fileOf = (nth: number) => `${FOLDER}/${String(nth).padStart(2, '0')}.json.br`;

export function writeBatch(nth: number, batch: Batch): void {
  const text = Buffer.from(JSON.stringify(batch));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(nth), brotliCompressSync(text, { params }));
}

export function readBatch(nth: number): Batch {
  return JSON.parse(brotliDecompressSync(readFileSync(fileOf(nth))).toString()) as Batch;
}
