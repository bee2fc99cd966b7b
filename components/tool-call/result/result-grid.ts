/** A list of lists of plain values, as in spreadsheets, as a table without column names. */
import { isSecretName, valueRows } from '@/components/shown/table/value-rows';
import { type ListRecord, MOST_ROWS, type ResultTable, recordOf } from './result-table';

/** Wider lists are shown as rows of name and value, so that no column is left out. */
const MOST_COLUMNS = 12;
/** Characters that fit into a cell without a line break. */
const SHORT = 28;

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

/** @returns null unless the whole value is such a list */
export function gridOf(value: unknown): ResultTable | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ROWS) return null;
  if (!value.every((row) => Array.isArray(row) && row.every(isScalar))) return null;
  const list: unknown[][] = value;
  const width = list.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0 || width > MOST_COLUMNS) return null;
  const columns = Array.from({ length: width }, (_, at) => ({
    path: [String(at)],
    label: '',
    kind: list.every((row) => typeof row[at] === 'number') ? ('number' as const) : ('text' as const),
    short: list.every((row) => String(row[at] ?? '').length <= SHORT),
    // Stacked values keep their order, since nothing else tells them apart.
    place: at === 0 ? ('first' as const) : width === 2 ? ('last' as const) : ('below' as const),
  }));
  const rows = list.map(
    (row) => () => columns.map((_, at) => ({ text: at < row.length ? exact(row[at]) : '' })),
  );
  return {
    columns,
    rows,
    total: list.length,
    more: false,
    others: [],
    nameless: true as const,
    cell: (row, { path }) => {
      const at = Number(path[0]);
      return { text: at < (list[row]?.length ?? 0) ? exact(list[row]?.[at]) : '' };
    },
    value: (row, { path }) => list[row]?.[Number(path[0])],
    currency: () => undefined,
  };
}

/** Arguments that contain such lists: those as tables, and the rest; null if there are none. */
export function gridsIn(value: unknown): ListRecord | null {
  return recordOf(value, new Date(), (inner, name) => (isSecretName(name) ? null : gridOf(inner)));
}

/** As in rows of name and value: the text `"true"` is not true. */
function exact(value: unknown): string {
  return valueRows(value)[0]?.value.text ?? '';
}
