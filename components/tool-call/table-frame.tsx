// biome-ignore-all lint/a11y/noRedundantRoles: the phone's layout changes `display`, which drops the implied roles
'use client';
/**
 * The look of every table, in answers and in results: a frame with hairlines; on phones each row becomes two
 * lines, the first and last column on the first, the others below with their heading before them. That is
 * CSS alone; `display` changes, so the roles are spelled out.
 */
import { Copy } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { ScrollBox } from './scroll-box';

/** How long "Copied" stands, in milliseconds. */
const SAID_FOR = 2000;

interface TableFrameProps {
  /** Stands inside a frame already, and needs none of its own. */
  bare?: boolean;
  /** What stands under the table on the left: how many rows. */
  foot: ReactNode;
  /** Head and body. */
  children: ReactNode;
}

export function TableFrame({ bare = false, foot, children }: TableFrameProps) {
  const table = useRef<HTMLTableElement>(null);
  return (
    <div data-bare={bare || undefined} className="min-w-0">
      <ScrollBox
        name="Table"
        className={`overflow-x-auto ${bare ? '-outline-offset-2' : 'rounded-table border border-line bg-raised'}`}
      >
        <table
          ref={table}
          role="table"
          className="relative w-full border-collapse text-14 text-ink-2 max-md:block"
        >
          {children}
        </table>
      </ScrollBox>
      <div
        className={`flex items-center justify-between gap-4 text-12 text-muted ${bare ? 'border-line border-t px-3 py-2' : 'px-1 pt-1.5'}`}
      >
        <span>{foot}</span>
        <CopyTable table={table} />
      </div>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="max-md:sr-only">
      {children}
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="max-md:block">
      {children}
    </tbody>
  );
}

/** @param total the row sums up the others */
export function TableRow({ total = false, children }: { total?: boolean; children: ReactNode }) {
  return (
    <tr
      role="row"
      data-total={total || undefined}
      className={`group/row border-line border-t first:in-[thead]:border-t-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3 max-md:px-3.5 max-md:py-[9px] max-md:in-data-bare:px-3 max-md:first:border-t-0 max-md:after:order-1 max-md:after:basis-full max-md:after:content-[''] data-total:font-semibold data-total:text-ink`}
    >
      {children}
    </tr>
  );
}

/** How a column looks, and where it stands on phones. */
export interface CellLooks {
  /** Right-aligned. */
  figure: boolean;
  /** Read letter by letter. */
  exact: boolean;
  /** Never broken into lines. */
  whole: boolean;
  /** On phones: first or last on the first line, or below it. */
  place: 'first' | 'last' | 'below';
}

const PADDING = 'px-4 in-data-bare:px-3';

interface HeadCellProps {
  looks: CellLooks;
  children: ReactNode;
}

export function HeadCell({ looks, children }: HeadCellProps) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={`h-[35px] whitespace-nowrap font-medium text-12 text-muted ${PADDING} ${looks.figure ? 'text-right' : 'text-left'}`}
    >
      {children}
    </th>
  );
}

type BodyCellProps = Pick<ComponentProps<'td'>, 'title' | 'children'> & {
  looks: CellLooks;
  /** The column's heading, set before the value on phones. */
  label: string;
};

const PLACES: Record<CellLooks['place'], string> = {
  first: 'font-medium text-ink max-md:flex-1 group-data-total/row:font-semibold',
  last: 'max-md:ml-auto max-md:text-right',
  below:
    'max-md:order-2 max-md:text-left max-md:text-13 max-md:text-muted max-md:before:font-sans max-md:before:content-[attr(data-label)_"_"] max-md:empty:hidden',
};

export function BodyCell({ looks, label, title, children }: BodyCellProps) {
  const classes = [
    'h-[35px] min-w-0 py-1.5 max-md:h-auto max-md:p-0',
    PADDING,
    looks.figure ? 'text-right tabular-nums' : 'text-left',
    looks.whole ? 'whitespace-nowrap' : 'break-words md:min-w-28',
    looks.exact ? 'font-mono text-13' : '',
    PLACES[looks.place],
  ];
  return (
    <td role="cell" data-label={label} title={title} className={classes.join(' ')}>
      {children}
    </td>
  );
}

function CopyTable({ table }: { table: React.RefObject<HTMLTableElement | null> }) {
  const [said, setSaid] = useState('Copy table');
  const copy = async () => {
    const rows = [...(table.current?.rows ?? [])].map((row) => [...row.cells].map(cellText).join('\t'));
    const copied = await writeClipboard(rows.join('\n'));
    setSaid(copied ? 'Copied' : 'Could not copy');
    setTimeout(() => setSaid('Copy table'), SAID_FOR);
  };
  return (
    <button
      type="button"
      onClick={copy}
      className="flex items-center gap-1.5 text-ink-2 max-md:-my-2 max-md:min-h-11"
    >
      <Copy aria-hidden size={13} strokeWidth={1.75} />
      <span aria-live="polite">{said}</span>
    </button>
  );
}

function cellText(cell: HTMLTableCellElement): string {
  return (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The clipboard is only there on https and localhost, and may be refused. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
