'use client';
/** Above a list: a filter, the order (if the head is hidden), and which columns are shown. */
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { SortBy } from '@/components/shown/table/sort-by';
import { visibleString } from '@/components/shown/visible-text';
import { tickLooks } from '@/components/ui/field';
import { Popover } from '@/components/ui/popover';
import { say } from '@/components/words/say';
import type { Column, ResultTable } from '../result/result-table';
import type { Sorting } from './table-view';

interface SortProps {
  sorting: Sorting | null;
  setSorting(sorting: Sorting | null): void;
}

/** First click: ascending; second: descending (for figures the other way round); third: as the tool gave them. */
function nextSorting(column: Column, sorting: Sorting | null): Sorting | null {
  const falls = column.kind === 'money' || column.kind === 'number';
  if (sorting?.column.path !== column.path) return { column, descending: falls };
  return sorting.descending === falls ? { column, descending: !falls } : null;
}

export function SortButton({ column, sorting, setSorting }: SortProps & { column: Column }) {
  const isBy = sorting?.column.path === column.path;
  const Arrow = sorting?.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title={
        column.about
          ? `${visibleString(column.about)}\n${say('results.table.sort')}`
          : say('results.table.sort')
      }
      onClick={() => setSorting(nextSorting(column, sorting))}
      className={`inline-flex min-h-6 items-center gap-1 rounded-escape ${isBy ? 'text-ink' : 'hover:text-ink'}`}
    >
      <ShownText text={column.label} />
      {isBy && <Arrow aria-hidden size={12} strokeWidth={2} />}
    </button>
  );
}

interface TableToolsProps extends SortProps {
  table: ResultTable;
  columns: readonly Column[];
  filter: string;
  setFilter(filter: string): void;
  setColumns(columns: readonly Column[]): void;
}

const CONTROL = 'h-8 rounded-control border border-edge bg-page text-13 text-ink max-md:h-11';

export function TableTools(props: TableToolsProps) {
  const { table, columns, filter, sorting, setFilter, setSorting, setColumns } = props;
  // The page's own shortcuts must not react to what is typed here.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || filter === '') return;
    event.stopPropagation();
    setFilter('');
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      <input
        type="search"
        aria-label={say('results.table.find')}
        placeholder={say('results.table.find')}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${CONTROL} w-56 min-w-0 px-2.5 placeholder:text-muted max-md:w-full max-md:text-16`}
      />
      <SortBy
        names={columns.map(({ label }) => label)}
        place={sorting && columns.findIndex(({ path }) => path === sorting.column.path)}
        descending={sorting?.descending ?? false}
        onPlace={(place) => {
          const column = place === null ? undefined : columns[place];
          setSorting(column ? nextSorting(column, null) : null);
        }}
        onTurn={() => sorting && setSorting({ ...sorting, descending: !sorting.descending })}
      />
      <ColumnChoice table={table} columns={columns} setColumns={setColumns} />
    </div>
  );
}

function ColumnChoice({
  table,
  columns,
  setColumns,
}: Pick<TableToolsProps, 'table' | 'columns' | 'setColumns'>) {
  const id = useId();
  const all = [...table.columns, ...table.others];
  const isShown = (column: Column) => columns.some(({ path }) => path === column.path);
  const toggle = (column: Column) => {
    const wanted = all.filter((one) => (one.path === column.path ? !isShown(one) : isShown(one)));
    if (wanted.length > 0) setColumns(wanted);
  };
  return (
    <div className="ml-auto">
      <Popover
        label={say('results.table.columns')}
        align="end"
        buttonClass="inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-13 text-ink-2 hover:bg-hover max-md:h-11"
        face={
          <>
            <Columns3 aria-hidden size={14} strokeWidth={1.75} />
            {say('results.table.columns')}
          </>
        }
      >
        {() => (
          <fieldset className="min-w-0">
            <legend className="mb-1.5 font-medium text-12 text-muted">{say('results.table.columns')}</legend>
            {all.map((column, place) => (
              <label
                key={column.path.join('.')}
                htmlFor={`${id}${place}`}
                className="flex min-h-7 min-w-0 items-center gap-2.5 text-13 max-md:min-h-11"
              >
                <input
                  id={`${id}${place}`}
                  type="checkbox"
                  data-focus={place === 0 || undefined}
                  checked={isShown(column)}
                  disabled={isShown(column) && columns.length === 1}
                  onChange={() => toggle(column)}
                  className={tickLooks('page')}
                />
                <span className="min-w-0 break-words">
                  <ShownText text={column.label} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </Popover>
    </div>
  );
}
