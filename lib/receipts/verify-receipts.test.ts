/** One change of an export, of any kind and anywhere, is detected, and the right row is named. */
import { describe, expect, it } from 'vitest';
import { csv } from './receipt-csv';
import {
  chainHash,
  contentHash,
  type Format,
  jsonLines,
  type Line,
  leaveOut,
  Ranges,
  type ReceiptLine,
  START,
} from './receipt-lines';
import { publicKeyOf, signClosing } from './receipt-signature';
import { cellsAt, type Random, randomOf } from './testing/changes';
import { verifyExport } from './verify-receipts';

const SEED = Number(process.env.RECEIPTS_SEED ?? Math.floor(Math.random() * 1e9));
const ROWS = 40;
/** The last of them are not linked, in tests with unlinked ones. */
const LINKED = 36;
const SECRET = 'a secret for tests only, long enough';

const NASTY = [
  ...['drop', '=cmd()', 'a,"b"', '\u202eevil', '+1', '\\u202e', 'tab\there', '\u0085'],
  ...['x;=cmd|', '\\;', '\\u003b', '",=cmd|"', '"";=1', '\uff1d1'],
];
const FILTERS = { tool: ',=cmd|', kind: '\t;=HYPERLINK(A1);"', server: '",@x' };

function chain(): ReceiptLine[] {
  const rows: ReceiptLine[] = [];
  for (let seq = 1; seq <= ROWS; seq++) {
    const prev = rows.at(-1)?.hash ?? START;
    const body = JSON.stringify({ tool: NASTY[seq % NASTY.length], person: { id: `usr_${seq % 3}` }, seq });
    const said = { at: new Date(seq * 1000).toISOString(), kind: seq % 2 ? 'asked' : 'decided', body };
    rows.push({ seq, ...said, prev, hash: chainHash(prev, seq, contentHash(said)) });
  }
  return rows;
}

const isTold = (seq: number) => seq % 5 < 2;

function written(format: Format, isFiltered: boolean, linked = LINKED): string[] {
  const rows = chain().map((row) => (row.seq > linked ? { ...row, isUnlinked: true as const } : row));
  const told = new Ranges();
  let count = 0;
  const lines = rows.map((row) => {
    if (isFiltered && !isTold(row.seq)) return format.row(leaveOut(row));
    told.add(row.seq);
    count++;
    return format.row(row);
  });
  const closing = signClosing(SECRET, {
    ...{ count, told: `${told}`, team: 'tea_1', exportedAt: '2026-01-01T00:00:00.000Z', filters: FILTERS },
    head: { seq: linked, hash: rows[linked - 1]?.hash ?? START },
    unlinked: { count: ROWS - linked, hash: rows.at(-1)?.hash ?? '', since: '2026-01-01T00:00:00.000Z' },
  });
  return [...(format.header ? [format.header] : []), ...lines, format.closing(closing)];
}

/** Lines after one change, and the rows that may be named for it. */
interface Change {
  what: string;
  lines: string[];
  rows: (number | 'closing')[];
  /** The permitted findings; absent: all of its kind. */
  whats?: string[];
}

/** @param first index of the first row */
type Changer = (lines: string[], first: number, random: Random, format: Format) => Change;

const nameOf = (nth: number) => (nth >= ROWS ? ('closing' as const) : nth + 1);

const CHANGERS: Record<string, Changer> = {
  character(lines, first, random) {
    const nth = random.below(ROWS + 1);
    const line = lines[first + nth] ?? '';
    const at = random.below(line.length);
    const other = 'abcdef0123456789{},:"-# '.replace(line[at] ?? '', '')[random.below(20)] ?? 'x';
    const changed = line.slice(0, at) + other + line.slice(at + 1);
    return { what: `${nth}: ${changed}`, lines: lines.with(first + nth, changed), rows: [nameOf(nth)] };
  },
  field(lines, first, random, format) {
    const nth = random.below(ROWS);
    const row = format.readRow(lines[first + nth] ?? '');
    const names = Object.keys(row).filter((name) => name !== 'isUnlinked') as (keyof Line)[];
    const name = names[random.below(names.length)] ?? 'seq';
    const value = name === 'seq' ? 1 + ((row.seq + random.below(ROWS + 4)) % (ROWS + 5)) : `${row[name]}x`;
    const body = Reflect.get(row, 'body') === undefined || (name as string) !== 'body' ? {} : { body: '{}' };
    const changed = format.row({ ...row, [name]: value, ...body } as Line);
    return { what: `${name} of ${nth + 1}`, lines: lines.with(first + nth, changed), rows: [nth + 1] };
  },
  rewritten(lines, first, random, format) {
    const nth = random.below(ROWS);
    const row = format.readRow(lines[first + nth] ?? '');
    const said = { at: '2020-01-01T00:00:00.000Z', kind: 'decided', body: '{"other": true}' };
    const content = 'content' in row ? contentHash({ ...said }) : contentHash(said);
    const line = 'content' in row ? { ...row, content } : { ...row, ...said };
    const changed = format.row({ ...line, hash: chainHash(row.prev, row.seq, content) });
    return { what: `${nth + 1}`, lines: lines.with(first + nth, changed), rows: [nth + 1] };
  },
  blanked(lines, first, random, format) {
    const told = lines.findIndex(
      (line, at) => at >= first + random.below(ROWS - 5) && /"?\bbody|"\{/.test(line),
    );
    const row = format.readRow(lines[told] ?? '') as ReceiptLine;
    return { what: `${row.seq}`, lines: lines.with(told, format.row(leaveOut(row))), rows: [row.seq] };
  },
  removed(lines, first, random) {
    const nth = random.below(ROWS + 1);
    return { what: `${nth}`, lines: lines.toSpliced(first + nth, 1), rows: [nameOf(nth)] };
  },
  copied(lines, first, random) {
    const [nth, to] = [random.below(ROWS), random.below(ROWS + 2)];
    return {
      what: `${nth} to ${to}`,
      lines: lines.toSpliced(first + to, 0, lines[first + nth] ?? ''),
      rows: [nth + 1],
    };
  },
  forged(lines, first, random, format) {
    const [at, seq] = [random.below(ROWS + 1), 1 + random.below(ROWS + 5)];
    const said = { at: '2020-01-01T00:00:00.000Z', kind: 'decided', body: '{}' };
    const prev = at > 0 ? format.readRow(lines[first + at - 1] ?? '').hash : START;
    const row = { seq, ...said, prev, hash: chainHash(prev, seq, contentHash(said)) };
    return {
      what: `${seq} at ${at}`,
      lines: lines.toSpliced(first + at, 0, format.row(row)),
      rows: [seq],
      // Among the unlinked ones, an inserted one that poses as the next looks like that one, changed.
      ...(at >= LINKED && { whats: ['inserted', 'changed'] }),
    };
  },
  garbage(lines, first, random) {
    const at = random.below(ROWS);
    return { what: `${at}`, lines: lines.toSpliced(first + at, 0, 'what is this'), rows: [at + 1] };
  },
  swapped(lines, first, random) {
    const nth = random.below(ROWS);
    const other = (nth + 1 + random.below(ROWS)) % (ROWS + 1);
    const [a, b] = [lines[first + nth] ?? '', lines[first + other] ?? ''];
    return {
      what: `${nth} and ${other}`,
      lines: lines.with(first + nth, b).with(first + other, a),
      // The last row but one and the closing line: the remaining rows then look as if the last one had moved up.
      rows: [nameOf(nth), nameOf(other), ...(nth === ROWS - 2 && other === ROWS ? [ROWS] : [])],
    };
  },
  moved(lines, first, random) {
    const nth = random.below(ROWS);
    const to = (nth + 1 + random.below(ROWS - 1)) % ROWS;
    const without = lines.toSpliced(first + nth, 1);
    const rows = Math.abs(nth - to) === 1 ? [nth + 1, to + 1] : [nth + 1];
    return {
      what: `${nth} to ${to}`,
      lines: without.toSpliced(first + to, 0, lines[first + nth] ?? ''),
      rows,
    };
  },
  cut(lines, first, random) {
    const left = 1 + random.below(ROWS);
    return {
      what: `after ${left}`,
      lines: lines.slice(0, first + left),
      rows: ['closing'],
    };
  },
  shortened(lines, first, random) {
    const left = random.below(ROWS);
    const kept = [...lines.slice(0, first + left), lines.at(-1) ?? ''];
    return { what: `${left} and the last line`, lines: kept, rows: [left + 1] };
  },
};

const WHATS: Record<string, string[]> = {
  ...{ character: ['changed'], field: ['changed'], rewritten: ['changed'], blanked: ['changed'] },
  ...{ removed: ['removed'], cut: ['removed'], shortened: ['removed'] },
  ...{
    copied: ['inserted'],
    forged: ['inserted'],
    garbage: ['inserted'],
    swapped: ['moved'],
    moved: ['moved'],
  },
};

const FORMATS: [string, Format][] = [
  ['JSON lines', jsonLines],
  ['CSV', csv],
];

describe.each(FORMATS)('an export as %s', (_, format) => {
  it.each([false, true])('that nobody touched holds (filtered: %s)', (isFiltered) => {
    const verdict = verifyExport(`${written(format, isFiltered).join('\n')}\n`);
    expect(verdict).toMatchObject({ fault: null, signature: 'holds', rows: ROWS });
    expect(verdict?.closing?.publicKey).toBe(publicKeyOf(SECRET));
    expect(verdict?.closing?.unlinked?.count).toBe(ROWS - LINKED);
    for (const linked of [0, 1, ROWS]) {
      const text = written(format, isFiltered, linked).join('\n');
      expect(verifyExport(text)).toMatchObject({ fault: null, signature: 'holds', rows: ROWS });
    }
  });

  it('in which a row says of itself that it is linked, or is not, holds only if it is so', () => {
    const lines = written(format, true);
    const first = format.header ? 1 : 0;
    for (const [nth, isUnlinked] of [
      [LINKED - 1, { isUnlinked: true as const }],
      [LINKED, {}],
    ] as const) {
      const { isUnlinked: _, ...row } = format.readRow(lines[first + nth] ?? '');
      const changed = lines.with(first + nth, format.row({ ...row, ...isUnlinked } as Line));
      expect(verifyExport(changed.join('\n'))?.fault).toMatchObject({ what: 'changed', row: nth + 1 });
    }
    const closing = format.readClosing(lines.at(-1) ?? '');
    const { unlinked: _, ...without } = closing;
    const whole = { ...closing, head: { seq: ROWS, hash: closing.unlinked?.hash ?? '' } };
    for (const other of [without, whole])
      expect(verifyExport(lines.with(-1, format.closing(other)).join('\n'))?.signature).toBe('fails');
  });

  it(`tells of each of 1,000 single changes which row it was (RECEIPTS_SEED=${SEED})`, () => {
    const random = randomOf(SEED);
    const kinds = Object.keys(CHANGERS);
    const wrong: unknown[] = [];
    for (let nth = 0; nth < 1000; nth++) {
      const kind = kinds[nth % kinds.length] ?? '';
      const lines = written(format, nth % 2 === 1);
      const change = CHANGERS[kind]?.(lines, format.header ? 1 : 0, random, format);
      if (!change) throw new Error(kind);
      const fault = verifyExport(`${change.lines.join('\n')}\n`)?.fault;
      const isFound =
        fault &&
        (change.whats ?? WHATS[kind])?.includes(fault.what) &&
        change.rows.includes(fault.row as number);
      if (!isFound) wrong.push({ kind, ...change, lines: undefined, fault });
    }
    expect(wrong).toEqual([]);
  });

  it('whose chain was made anew is told by its signature', () => {
    const lines = written(format, false);
    const first = format.header ? 1 : 0;
    let prev = START;
    const forged = lines.slice(first, -1).map((line) => {
      const row = format.readRow(line) as ReceiptLine;
      const said = { ...row, kind: row.seq === 7 ? 'cancelled' : row.kind, prev };
      prev = chainHash(prev, row.seq, contentHash(said));
      return format.row({ ...said, hash: prev });
    });
    const text = [...lines.slice(0, first), ...forged, lines.at(-1)].join('\n');
    expect(verifyExport(text)?.fault).toMatchObject({ what: 'changed', row: ROWS });
    const closing = format.readClosing(lines.at(-1) ?? '');
    const unlinked = { count: ROWS - LINKED, since: '', hash: prev };
    const anew = format.closing({ ...closing, unlinked });
    const withHead = [...lines.slice(0, first), ...forged, anew].join('\n');
    expect(verifyExport(withHead)).toMatchObject({ signature: 'fails', fault: { row: 'closing' } });
  });

  it('is known from what is none', () => {
    for (const text of ['', 'hello\n', '{}\n', 'a,b\n1,2\n', '[]']) expect(verifyExport(text)).toBeNull();
  });
});

describe('a CSV', () => {
  it.each([',', ';', '\t'])('holds no formula, whoever ends its cells at %j', (sign) => {
    for (const line of written(csv, false)) {
      for (const cell of cellsAt(sign, line)) expect(cell).not.toMatch(/^\s*[=+\-@|%\uff1d]/);
    }
  });

  it('holds nothing invisible, and every cell in quotes', () => {
    for (const line of written(csv, false)) {
      expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/);
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
  });

  it('has its first line once, and first', () => {
    const [header = '', ...others] = written(csv, false);
    const faultOf = (...lines: string[]) => verifyExport(`${lines.join('\n')}\n`)?.fault;
    for (const at of [0, 3, ROWS, ROWS + 1]) {
      const fault = { what: 'inserted', row: 'header', line: at + 2 };
      expect(faultOf(header, ...others.toSpliced(at, 0, header))).toEqual(fault);
    }
    expect(faultOf(...others)).toMatchObject({ row: 'header' });
    expect(faultOf(...others, header)).toMatchObject({ what: 'moved', row: 'header' });
  });
});

// Hours, if each row were compared with all others.
it('a file of one row, over and over, takes no longer than its length', () => {
  const [row = ''] = written(jsonLines, false);
  expect(verifyExport(`${row}\n`.repeat(60_000))?.fault).toMatchObject({ row: 2, line: 2 });
});
