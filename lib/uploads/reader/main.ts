/**
 * A separate program that reads one file, so that a stranger's file can take its time and its memory, not ours. The
 * bytes come in on standard input; what it found goes out as one line of JSON. It may read its own code and nothing
 * else.
 */
import { keepBounds } from './bounds.ts';
import { readDocx } from './docx.ts';
import type { FoundWords } from './found-words.ts';
import { readPdf } from './pdf.ts';
import { readText } from './text.ts';
import { Unreadable, type Words } from './words.ts';
import { readXlsx } from './xlsx.ts';
import { Zip } from './zip.ts';

/** The most bytes that a packed file may unpack to. */
const MOST_UNPACKED = 60_000_000;
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function read(bytes: Buffer, most: number): Promise<FoundWords> {
  if (bytes.subarray(0, 8).equals(OLD_OFFICE)) {
    throw new Unreadable(
      'is of an older kind of Office file, or protected by a password. Save it as xlsx or docx without one.',
    );
  }
  if (/^\s*%PDF-/.test(bytes.toString('latin1', 0, 1024))) return found('pdf', await readPdf(bytes, most));
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return readPacked(bytes, most);
  const { kind, words } = readText(bytes, most);
  return found(kind, words);
}

function readPacked(bytes: Buffer, most: number): FoundWords {
  const zip = new Zip(bytes, MOST_UNPACKED);
  const names = new Set(zip.names);
  const kind = names.has('xl/workbook.xml') ? 'sheet' : 'document';
  if (kind === 'document' && !names.has('word/document.xml')) {
    throw new Unreadable(
      'is packed, and neither a spreadsheet (xlsx) nor a document (docx). Unpack it first.',
    );
  }
  const words = kind === 'sheet' ? readXlsx(zip, most) : readDocx(zip, most);
  if (words.text.trim() === '') throw new Unreadable('holds no words.');
  return found(kind, words);
}

const found = (kind: Exclude<FoundWords, { problem: string }>['kind'], words: Words): FoundWords => ({
  kind,
  text: words.text,
  cut: words.isFull,
});

keepBounds(process.argv.slice(2));
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const answer = await read(Buffer.concat(chunks), Number(process.argv[5])).catch(
  (error: unknown): FoundWords => {
    return {
      problem:
        error instanceof Unreadable ? error.message : 'is broken: it cannot be read. Save it once more.',
    };
  },
);
// Exits even if a library still holds something open.
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
