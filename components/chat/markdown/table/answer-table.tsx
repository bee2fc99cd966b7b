'use client';
/**
 * A table in an answer: its rows can be sorted by clicking on the head, copied and downloaded, and the full result that
 * it was taken from, if any, can be opened.
 */
import { ArrowDown, ArrowUp, TableProperties } from 'lucide-react';
import {
  Children,
  createContext,
  isValidElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SortBy } from '@/components/shown/table/sort-by';
import { type CellLooks, HeadCell, TableBody, TableFrame } from '@/components/shown/table/table-frame';
import { csvText, pasted } from '@/components/tool-call/table/csv';
import { stemOf } from '@/components/tool-call/table/save-file';
import { ACTION, TableActions } from '@/components/tool-call/table/table-actions';
import { say } from '@/components/words/say';
import type { TreeNode } from '../markdown-node';
import {
  type AnswerRows,
  isByCurrency,
  linesOf,
  nextOrder,
  type Order,
  ordered,
  rowsOf,
} from './answer-rows';
import { callBefore, openResult } from './full-result';

interface Ordering {
  order: Order | null;
  places: readonly number[];
  press(column: number): void;
}

const OrderingContext = createContext<Ordering | null>(null);

/** Fewer rows are seen at a glance: if the head is hidden, sorting them is not offered. */
const FEW_ROWS = 3;

export function AnswerTable({ node, children }: { node: TreeNode | undefined; children: ReactNode }) {
  const table = useMemo(() => rowsOf(node), [node]);
  const [order, setOrder] = useState<Order | null>(null);
  const places = useMemo(() => ordered(table, order), [table, order]);
  const ordering = useMemo(
    () => ({ order, places, press: (column: number) => setOrder(nextOrder(table, column, order)) }),
    [table, order, places],
  );
  const own = table.rows.filter(({ isTotal }) => !isTotal).length;
  return (
    <OrderingContext value={own > 1 ? ordering : null}>
      <TableFrame
        foot={[
          say('message.rows', { count: own }),
          ...(isByCurrency(table, order) ? [say('results.table.by-currency')] : []),
        ].join(', ')}
        tools={own > FEW_ROWS ? <Narrow table={table} order={order} setOrder={setOrder} /> : undefined}
        actions={<Actions table={table} places={places} />}
      >
        {children}
      </TableFrame>
    </OrderingContext>
  );
}

interface NarrowProps {
  table: AnswerRows;
  order: Order | null;
  setOrder(order: Order | null): void;
}

function Narrow({ table, order, setOrder }: NarrowProps) {
  return (
    <div className="hidden max-w-72 pb-2 stacked:flex">
      <SortBy
        names={table.columns.map(({ name }) => name)}
        place={order?.column ?? null}
        descending={order?.descending ?? false}
        onPlace={(column) => setOrder(column === null ? null : nextOrder(table, column, null))}
        onTurn={() => order && setOrder({ ...order, descending: !order.descending })}
      />
    </div>
  );
}

function Actions({ table, places }: { table: AnswerRows; places: readonly number[] }) {
  const place = useRef<HTMLSpanElement>(null);
  const [hasCall, setHasCall] = useState(false);
  const call = () => place.current && callBefore(place.current);
  useEffect(() => setHasCall(place.current !== null && callBefore(place.current) !== null), []);
  const open = () => {
    const found = call();
    if (found) openResult(found);
  };
  const lines = (currency: string) => linesOf(table, places, currency);
  return (
    <TableActions
      pasted={() => pasted(lines(say('results.table.currency')))}
      csv={() => csvText(lines('Currency'))}
      name={() => stemOf(call()?.dataset.tool ?? 'table')}
    >
      <span ref={place} className="contents">
        {hasCall && (
          <button type="button" onClick={open} className={ACTION}>
            <TableProperties aria-hidden size={13} strokeWidth={1.75} />
            {say('results.table.whole')}
          </button>
        )}
      </span>
    </TableActions>
  );
}

interface AnswerHeadProps {
  node: TreeNode | undefined;
  looks: CellLooks;
  children: ReactNode;
}

export function AnswerHead({ node, looks, children }: AnswerHeadProps) {
  const ordering = useContext(OrderingContext);
  const column = node?.properties?.dataColumn;
  // A link inside a button would be neither.
  if (!ordering || typeof column !== 'number' || !node || hasLink(node))
    return <HeadCell looks={looks}>{children}</HeadCell>;
  const { order, press } = ordering;
  const isBy = order?.column === column;
  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  return (
    <HeadCell looks={looks} sorted={isBy ? (order.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        title={say('results.table.sort')}
        onClick={() => press(column)}
        className={`inline-flex min-h-6 items-center gap-1 rounded-escape ${isBy ? 'text-ink' : 'hover:text-ink'}`}
      >
        {children}
        {isBy && <Arrow aria-hidden size={12} strokeWidth={2} />}
      </button>
    </HeadCell>
  );
}

const hasLink = (node: TreeNode): boolean => node.tagName === 'a' || (node.children ?? []).some(hasLink);

/** The sorted rows; while more are arriving, in order of arrival. */
export function AnswerBody({ children }: { children: ReactNode }) {
  const ordering = useContext(OrderingContext);
  const rows = Children.toArray(children).filter(isValidElement);
  const isOrdered = ordering?.order && ordering.places.length === rows.length;
  return <TableBody>{isOrdered ? ordering.places.map((at) => rows[at]) : rows}</TableBody>;
}
