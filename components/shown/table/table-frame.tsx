// biome-ignore-all lint/a11y/noRedundantRoles: the phone's layout changes `display`, which drops the implied roles
'use client';
/**
 * The look of every table, in answers and in results: a frame with hairlines. In a narrow container each row becomes
 * two lines, the first and last column on the first, the others below, preceded by their headings; if a column's
 * meaning is unknown (`named`), the first and last may have headings, too, and the last a line of its own on a phone.
 * That is done in CSS; since `display` changes, the roles are explicit. A table that is still too wide scrolls between
 * those two columns, so that the subject of a row and its amount stay visible.
 */
import { Copy } from 'lucide-react';
import {
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { say } from '@/components/words/say';
import { ShownText } from '../shown-text';
import { useCopy } from '../use-copy';
import { ScrollBox } from './scroll-box';

interface TableFrameProps {
  /** It is inside a frame already, and needs none of its own. */
  bare?: boolean;
  /** Below the table on the left: the number of rows. */
  foot: ReactNode;
  /** Above the table: filtering and sorting. */
  tools?: ReactNode;
  /** Below it on the right, in place of the button that copies the rendered rows. */
  actions?: ReactNode;
  /** It scrolls within a fixed height, with its head staying visible. */
  scrolling?: RefObject<HTMLDivElement | null> | undefined;
  /** The number of rows, if not all are rendered. */
  rowCount?: number | undefined;
  /** Head and body. */
  children: ReactNode;
}

export function TableFrame(props: TableFrameProps) {
  const { bare = false, foot, tools, actions, scrolling, rowCount, children } = props;
  const table = useRef<HTMLTableElement>(null);
  const wide = useIsTooWide(table);
  return (
    <div data-bare={bare || undefined} data-wide={wide || undefined} className="@container min-w-0">
      {tools}
      <ScrollBox
        name={say('value.table')}
        place={scrolling}
        className={`${scrolling ? 'max-h-[min(30rem,70dvh)] overflow-auto overscroll-contain' : 'overflow-x-auto'} ${bare ? '-outline-offset-2' : 'rounded-table border border-line bg-raised'}`}
      >
        <table
          ref={table}
          role="table"
          onFocus={intoSight}
          aria-rowcount={rowCount}
          data-scrolling={scrolling ? true : undefined}
          className="group/table relative w-full border-separate border-spacing-0 text-14 text-ink-2 stacked:block"
        >
          {children}
        </table>
      </ScrollBox>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-12 text-muted ${bare ? 'border-line border-t px-3 py-2' : 'px-1 pt-1.5'}`}
      >
        <span aria-live={tools ? 'polite' : undefined} className="min-w-0">
          {foot}
        </span>
        <div className="ml-auto min-w-0">{actions ?? <CopyTable table={table} />}</div>
      </div>
    </div>
  );
}

/** A cell focused by keyboard may be covered by the sticky columns: it is scrolled between them. */
function intoSight({ target }: FocusEvent): void {
  if (!target.matches(':focus-visible')) return;
  target.closest('th, td')?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

/** Whether the table is wider than its container, which then scrolls. */
function useIsTooWide(table: RefObject<HTMLTableElement | null>): boolean {
  const [isTooWide, setTooWide] = useState(false);
  useEffect(() => {
    const place = table.current?.parentElement;
    if (!table.current || !place) return;
    const observer = new ResizeObserver(() => setTooWide(place.scrollWidth > place.clientWidth));
    observer.observe(place);
    observer.observe(table.current);
    return () => observer.disconnect();
  }, [table]);
  return isTooWide;
}

/** @param names of the columns */
export function TableHeads({
  names,
}: {
  names: readonly (readonly [name: string, looks: CellLooks, ...unknown[]])[];
}) {
  return (
    <TableHead>
      <TableRow>
        {names.map(([name, looks], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are, and names may repeat
          <HeadCell key={place} looks={looks}>
            <ShownText text={name} />
          </HeadCell>
        ))}
      </TableRow>
    </TableHead>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="stacked:sr-only">
      {children}
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className="stacked:block">
      {children}
    </tbody>
  );
}

interface TableRowProps extends Pick<ComponentProps<'tr'>, 'ref' | 'aria-rowindex'> {
  total?: boolean;
  /** Its index among the rows rendered while scrolling. */
  'data-index'?: number;
  children: ReactNode;
}

/** @param total the row sums up the others */
export function TableRow({ total = false, children, ...rest }: TableRowProps) {
  return (
    <tr
      role="row"
      {...rest}
      data-total={total || undefined}
      className={`group/row border-line stacked:not-first:border-t stacked:flex stacked:flex-wrap stacked:items-baseline stacked:gap-x-3 stacked:px-3.5 stacked:py-[9px] stacked:in-data-bare:px-3 stacked:after:order-1 stacked:after:basis-full stacked:after:content-[''] data-total:font-semibold data-total:text-ink`}
    >
      {children}
    </tr>
  );
}

/** How a column looks, and its position in a narrow container. */
export interface CellLooks {
  /** Right-aligned. */
  figure: boolean;
  /** Read letter by letter. */
  exact: boolean;
  /** Never broken into lines. */
  whole: boolean;
  /** In stacked rows: first or last on the first line, or below it. */
  place: 'first' | 'last' | 'below';
  /** The meaning of the value is not clear without its heading, which then precedes it on the first line as well. */
  named?: boolean;
}

const PADDING =
  'columned:px-3 columned:first:pl-4 columned:last:pr-4 columned:in-data-bare:first:pl-3 columned:in-data-bare:last:pr-3';

/** The columns that stay visible while a wide table scrolls. */
const PINS: Record<CellLooks['place'], string> = {
  first: 'in-data-wide:columned:sticky in-data-wide:columned:left-0 in-data-wide:columned:bg-raised',
  last: 'in-data-wide:columned:sticky in-data-wide:columned:right-0 in-data-wide:columned:border-l in-data-wide:columned:bg-raised',
  below: '',
};

interface HeadCellProps {
  looks: CellLooks;
  /** The current order by it; absent: it cannot be sorted. */
  sorted?: 'ascending' | 'descending' | 'none' | undefined;
  /** Minimum width in characters, so that the rows that come and go while scrolling do not change it. */
  characters?: number | undefined;
  children: ReactNode;
}

export function HeadCell({ looks, sorted, characters, children }: HeadCellProps) {
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted}
      style={characters === undefined ? undefined : { minWidth: `calc(${characters}ch + 1.5rem)` }}
      className={`h-[35px] group-data-scrolling/table:sticky group-data-scrolling/table:top-0 group-data-scrolling/table:z-10 group-data-scrolling/table:border-b group-data-scrolling/table:bg-raised whitespace-nowrap font-medium border-line text-12 text-muted ${PADDING} ${PINS[looks.place]} ${looks.figure ? 'text-right' : 'text-left'}`}
    >
      {children}
    </th>
  );
}

type BodyCellProps = Pick<ComponentProps<'td'>, 'title' | 'children'> & {
  looks: CellLooks;
  /** The column's heading, shown before the value in stacked rows. */
  label: string;
};

const PLACES: Record<CellLooks['place'], string> = {
  first: 'font-medium text-ink stacked:text-left group-data-total/row:font-semibold',
  last: 'stacked:wrap-anywhere stacked:ml-auto stacked:text-right',
  below:
    'stacked:order-2 stacked:text-left stacked:text-13 stacked:font-medium stacked:text-ink-2 stacked:before:font-normal stacked:before:font-sans stacked:before:text-muted stacked:before:content-[attr(data-label)_"_"] stacked:empty:hidden',
};

/** If both do not fit on the first line, the last column wraps to a line of its own instead of overlapping. */
const LEADS = {
  whole: 'stacked:flex-auto',
  broken: 'stacked:min-w-min stacked:shrink stacked:grow stacked:basis-2/5',
};

/**
 * With its heading the last column is as wide as a phone: there it gets a line of its own in every row, heading left
 * and value right.
 */
const NAMED_LAST =
  '@max-[26rem]:basis-full @max-[26rem]:empty:hidden @max-[26rem]:before:float-left @max-[26rem]:before:mr-3';

const NAMED =
  'stacked:before:font-normal stacked:before:font-sans stacked:before:text-13 stacked:before:text-muted stacked:before:content-[attr(data-label)_"_"]';

export function BodyCell({ looks, label, title, children }: BodyCellProps) {
  const classes = [
    'min-w-0 border-line columned:h-[35px] columned:border-t columned:py-1.5 stacked:max-w-full',
    PADDING,
    PINS[looks.place],
    looks.figure ? 'text-right tabular-nums' : 'text-left',
    looks.whole ? 'columned:whitespace-nowrap stacked:break-words' : 'break-words columned:min-w-20',
    looks.place === 'first' ? LEADS[looks.whole ? 'whole' : 'broken'] : '',
    looks.exact ? 'font-mono text-13' : '',
    PLACES[looks.place],
    looks.named && looks.place !== 'below' && children !== null ? NAMED : '',
    looks.named && looks.place === 'last' && children !== null ? NAMED_LAST : '',
  ];
  return (
    <td role="cell" data-label={label} title={title} className={classes.join(' ')}>
      {children}
    </td>
  );
}

function CopyTable({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const { said, copy } = useCopy(say('results.table.copy'));
  const copyRows = () => {
    const rows = [...(table.current?.rows ?? [])].map((row) => [...row.cells].map(cellText).join('\t'));
    void copy(rows.join('\n'));
  };
  return (
    <button
      type="button"
      onClick={copyRows}
      className="flex shrink-0 items-center gap-1.5 text-ink-2 max-md:-my-2 max-md:min-h-11"
    >
      <Copy aria-hidden size={13} strokeWidth={1.75} />
      <span aria-live="polite">{said}</span>
    </button>
  );
}

function cellText(cell: HTMLTableCellElement): string {
  return (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
}
