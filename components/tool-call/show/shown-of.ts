/** What a call of `show_chart` or `show_table` displays: rows that the server took from the ledger. Pure. */
import { type ChartKind, type ChartWish, KINDS } from '../chart/chart-of';
import { type ResultTable, tableOf } from '../result/result-table';

export interface Shown {
  show: 'chart' | 'table';
  table: ResultTable;
  wish: ChartWish;
  /** The model's; empty if it gave none. */
  title: string;
  /** Whose result it is. */
  from: { server: string; title: string; trusted: boolean };
}

const words = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** @returns null unless it is the app's result of such a call */
export function shownOf(output: unknown): Shown | null {
  const { structuredContent, isError } = Object(output) as { structuredContent?: unknown; isError?: unknown };
  const said = Object(structuredContent) as Record<string, unknown>;
  if (isError === true || !Array.isArray(said.rows)) return null;
  const found = tableOf(said.rows);
  if (!found) return null;
  const kind = KINDS.find((one) => one === said.kind) as ChartKind | undefined;
  const values = Array.isArray(said.values)
    ? said.values.filter((one) => typeof one === 'string')
    : undefined;
  const from = Object(said.from) as Record<string, unknown>;
  return {
    show: said.show === 'table' ? 'table' : 'chart',
    table: withColumns(found, said.columns),
    wish: { kind, label: words(said.label), values },
    title: words(said.title) ?? '',
    from: {
      server: words(from.server) ?? '',
      title: words(from.title) ?? '',
      trusted: from.trusted === true,
    },
  };
}

/** The named columns, in that order; the others are a click away. */
function withColumns(table: ResultTable, wanted: unknown): ResultTable {
  if (!Array.isArray(wanted)) return table;
  const all = [...table.columns, ...table.others];
  const columns = wanted.flatMap((name) => all.find(({ path }) => path.join('.') === name) ?? []);
  if (columns.length === 0) return table;
  const placed = columns.map((column, at) => ({
    ...column,
    place: at === 0 ? ('first' as const) : at === columns.length - 1 ? ('last' as const) : ('below' as const),
  }));
  return { ...table, columns: placed, others: all.filter((one) => !columns.includes(one)) };
}
