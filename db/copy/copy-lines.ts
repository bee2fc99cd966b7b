/**
 * A copy of a database as lines of text. The first says what it is a copy of; then come each table's name and rows, and
 * at the end their number and a hash over all lines before. Rows are in PostgreSQL's own text form, so they are
 * restored exactly.
 */
import { createHash, type Hash } from 'node:crypto';

export const FORMAT = 1;

export interface Head {
  amber: 'backup';
  format: number;
  /** ISO 8601: the copy holds exactly what was committed by then. */
  madeAt: string;
  /** Hashes of the migrations that were applied. */
  migrations: string[];
  /** Something sealed with Amber's secret: if it cannot be opened, the secret is a different one. */
  sealed: string;
}

export interface Foot {
  end: true;
  /** By table. */
  rows: Record<string, number>;
  sequences: Record<string, [last: string, called: boolean]>;
  /** SHA-256 (hex) of every line before, with its end. */
  sha256: string;
}

/** What a line says. */
export type Line =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; rows: string[] }
  | { kind: 'foot'; foot: Foot };

/** The copy cannot be used; the message tells people why. */
export class UnusableCopy extends Error {
  override name = 'UnusableCopy';
}

const BROKEN = 'The file is not whole: something of it is missing or was changed. Nothing was written.';

/** Checks lines in their order, and knows at the end whether all are as they were written. */
export class CopyCheck {
  readonly rows: Record<string, number> = {};
  private readonly hash: Hash = createHash('sha256');
  private table: string | undefined;
  private foot: Foot | undefined;
  private head: Head | undefined;

  /** @throws UnusableCopy */
  take(text: string): Line {
    const line = parsed(text);
    if (this.foot || (line.kind === 'head') !== (this.head === undefined)) throw new UnusableCopy(BROKEN);
    if (line.kind === 'head') this.head = line.head;
    if (line.kind === 'table') {
      this.table = line.table;
      this.rows[line.table] = 0;
    }
    if (line.kind === 'rows') {
      if (this.table === undefined) throw new UnusableCopy(BROKEN);
      this.rows[this.table] = (this.rows[this.table] ?? 0) + line.rows.length;
    }
    if (line.kind === 'foot') this.foot = line.foot;
    else this.hash.update(`${text}\n`);
    return line;
  }

  /** @throws UnusableCopy if any of it is missing */
  end(): { head: Head; foot: Foot } {
    const { head, foot, rows } = this;
    if (!head || !foot || this.hash.digest('hex') !== foot.sha256) throw new UnusableCopy(BROKEN);
    const isCounted =
      Object.keys(foot.rows).length === Object.keys(rows).length &&
      Object.entries(rows).every(([table, count]) => foot.rows[table] === count);
    if (!isCounted) throw new UnusableCopy(BROKEN);
    return { head, foot };
  }
}

function parsed(text: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnusableCopy(BROKEN);
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return { kind: 'rows', rows: value };
  const { amber, format, migrations, table, columns, end, rows, sha256 } = Object(value);
  if (amber === 'backup') {
    if (format !== FORMAT) {
      throw new UnusableCopy(
        'The file is of a newer Amber: restore it with that version. Nothing was written.',
      );
    }
    if (Array.isArray(migrations)) return { kind: 'head', head: value as Head };
  }
  if (typeof table === 'string' && Array.isArray(columns)) return { kind: 'table', table, columns };
  if (end === true && typeof sha256 === 'string' && typeof rows === 'object')
    return { kind: 'foot', foot: value as Foot };
  throw new UnusableCopy(BROKEN);
}
