/**
 * The cells of a workbook, sheet by sheet, as tab-separated lines. Formulas are given by their last value; neither
 * formulas nor links to other files are evaluated.
 */

import { Unreadable, Words } from './words.ts';
import { dateFormats, dateOf } from './xlsx-dates.ts';
import { hearXml } from './xml.ts';
import type { Zip } from './zip.ts';

/** Thrown to stop reading once there is enough text. */
const ENOUGH = Symbol('enough');
const MOST_SHEETS = 100;
/** Cells further to the right are left out; empty cells in between become tabs. */
const MOST_COLUMNS = 200;

interface Cell {
  type: string;
  style: number;
  column: number;
  text: string;
}

export function readXlsx(zip: Zip, most: number): Words {
  const words = new Words(most);
  const shared = sharedOf(zip);
  const styles = zip.read('xl/styles.xml');
  const isDate = styles ? dateFormats(styles) : () => false;
  const sheets = sheetsOf(zip);
  if (sheets.length === 0) throw new Unreadable('holds no sheet.');
  try {
    for (const { name, path } of sheets.slice(0, MOST_SHEETS)) {
      const sheet = zip.read(path);
      if (!sheet) continue;
      if (!words.add(`Sheet: ${name}\n`)) break;
      readSheet(sheet, words, (cell) => textOf(cell, shared, isDate));
    }
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return words;
}

/** In the order of the workbook; an id maps each name to its file. */
function sheetsOf(zip: Zip): { name: string; path: string }[] {
  const paths = new Map<string, string>();
  const relations = zip.read('xl/_rels/workbook.xml.rels');
  const book = zip.read('xl/workbook.xml');
  if (!relations || !book) throw new Unreadable('holds no workbook.');
  hearXml(relations, {
    open(name, { Id, Target, TargetMode }) {
      if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
      paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; path: string }[] = [];
  hearXml(book, {
    open(name, attributes) {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const path = name === 'sheet' && id ? paths.get(id) : undefined;
      if (path) sheets.push({ name: attributes.name ?? '', path });
    },
  });
  return sheets;
}

/** Shared strings, which cells refer to by index. Phonetic guides are left out. */
function sharedOf(zip: Zip): string[] {
  const bytes = zip.read('xl/sharedStrings.xml');
  const texts: string[] = [];
  if (!bytes) return texts;
  let text = '';
  let isText = false;
  let isSpoken = false;
  hearXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isSpoken = true;
      isText = name === 't' && !isSpoken;
    },
    text(said) {
      if (isText) text += said;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isSpoken = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

function readSheet(bytes: Buffer, words: Words, tell: (cell: Cell) => string): void {
  let row: string[] = [];
  let cell: Cell | undefined;
  let isValue = false;
  hearXml(bytes, {
    open(name, { r, t, s }) {
      if (name === 'row') row = [];
      if (name === 'c')
        cell = { type: t ?? 'n', style: Number(s ?? 0), column: columnOf(r) ?? row.length, text: '' };
      // A value, or a text stored in the cell itself; never the formula.
      isValue = name === 'v' || name === 't';
    },
    text(said) {
      if (cell && isValue) cell.text += said;
    },
    close(name) {
      isValue = false;
      if (name === 'c' && cell) {
        if (cell.text !== '' && cell.column < MOST_COLUMNS) {
          while (row.length < cell.column) row.push('');
          row[cell.column] = tell(cell).replaceAll(/[\t\r\n]+/g, ' ');
        }
        cell = undefined;
      }
      if (name === 'row' && row.length > 0 && !words.add(`${row.join('\t')}\n`)) throw ENOUGH;
    },
  });
}

/** The column index, from 0, of a reference such as "AB12". */
function columnOf(place: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d/.exec(place ?? '') ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf({ type, style, text }: Cell, shared: readonly string[], isDate: (style: number) => boolean) {
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' && isDate(style) ? dateOf(Number(text)) : text;
}
