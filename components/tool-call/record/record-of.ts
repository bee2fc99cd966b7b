/** A single thing in a tool's result, laid out like a card: its name, its facts, and related things. Pure. */
import { NO_FIELDS } from '../result/fields';
import { type Cell, type Column, tableOf } from '../result/result-table';
import { labelOf } from '../table/labels';

export interface RecordField extends Cell {
  key: string;
  path: readonly string[];
  /** Unchanged; for a secret its mask. */
  value: unknown;
  label: string;
  /** The tool's description of it. */
  about?: string;
  kind: Column['kind'];
  /** The thing it refers to, if that is another one. */
  related?: Related;
}

export interface Related {
  /** "customer": as used within a sentence. */
  noun: string;
  /** The record's name for it: an adjacent name, otherwise its id. */
  name: string;
}

export interface RecordCard {
  /** Null if nothing in it says so. */
  title: string | null;
  fields: RecordField[];
  /** What no field can show: lists and deeper objects. */
  others: Record<string, unknown>;
}

type Row = Record<string, unknown>;

const TITLES = ['name', 'title', 'number', 'reference', 'label', 'subject'];
const ID = /^(.{2,30}?)(?:_id|Id|ID)$/;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns null if there is nothing to show on a card */
export function recordCardOf(value: unknown, now = new Date(), told = NO_FIELDS): RecordCard | null {
  if (!isRow(value)) return null;
  const said = Object.entries(value).filter(([, inner]) => isSaid(inner));
  const others = Object.fromEntries(Object.entries(value).filter(([, inner]) => !isSaid(inner)));
  const row: Row = Object.fromEntries(said);
  const table = said.length < 2 ? null : tableOf([row], now, told);
  if (!table) return null;
  const lead = TITLES.find((name) => typeof row[name] === 'string' && row[name] !== '');
  const fields = [...table.columns, ...table.others].flatMap((column) => {
    const cell = table.cell(0, column);
    const isTitle = column.path.length === 1 && column.path[0] === lead;
    if (cell.text === '' || isTitle) return [];
    const related = relatedOf(row, column.path);
    const key = column.path.join('.');
    const { label, kind, about } = column;
    const value = table.value(0, column);
    return [
      {
        ...cell,
        key,
        path: column.path,
        value,
        label,
        kind,
        ...(about && { about }),
        ...(related && { related }),
      },
    ];
  });
  return { title: lead === undefined ? null : String(row[lead]), fields, others };
}

/** A value, a few of them, or an object of values. */
function isSaid(value: unknown): boolean {
  const isScalar = (inner: unknown) => typeof inner !== 'object' || inner === null;
  const isShort = (inner: unknown) =>
    isScalar(inner)
      ? String(inner).length <= 200
      : Array.isArray(inner) && inner.length <= 8 && inner.every(isScalar);
  return (
    isShort(value) || (isRow(value) && Object.keys(value).length <= 12 && Object.values(value).every(isShort))
  );
}

/** `customerId`, or `customer: {id, name}`: another thing that can be looked up. A thing's own `id` does not count. */
/** Identifiers from other systems and of technical records: there is nothing to show about them. */
const NO_THING =
  /^(?:tax|vat|fiscal|national|passport|registration|trade_?register|device|session|request|trace|correlation|idempotency)$/i;

function relatedOf(row: Row, path: readonly string[]): Related | undefined {
  const [first = '', second] = path;
  const inner = second === undefined ? undefined : row[first];
  const isInner = isRow(inner) && second === 'id';
  const noun = isInner ? first : second === undefined ? ID.exec(first)?.[1] : undefined;
  const id = isInner ? inner.id : row[first];
  if (noun === undefined || NO_THING.test(noun) || typeof id !== 'string' || id === '') return undefined;
  const beside = isInner
    ? (inner.name ?? inner.number ?? inner.reference)
    : (row[`${noun}Name`] ?? row[`${noun}_name`]);
  return {
    noun: labelOf([noun]).toLowerCase(),
    name: typeof beside === 'string' && beside !== '' ? beside : id,
  };
}
