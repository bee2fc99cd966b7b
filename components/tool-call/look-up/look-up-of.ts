/**
 * The argument under which tools accept an id from a result: derived from the name of its field, as servers usually
 * name it. Pure.
 */
import { LOOKED_UP_ID } from '@/lib/runs/orders/look-up-view';

const ID = /^\w{2,40}(?:Id|_id)$/;
/** `customers_list` returns customers: their own `id` is a `customerId`. */
const OF_TOOL = /^([a-z]+?)s?_(?:get|list|search|find)$/;

/** @returns undefined if it is not the id of something that could be looked up */
export function lookUpArgument(path: readonly string[], value: unknown, tool: string): string | undefined {
  if (typeof value !== 'string' || !LOOKED_UP_ID.test(value)) return undefined;
  const [noun = '', ...inner] = path;
  if (inner.length === 0 && ID.test(noun)) return noun;
  if (inner.length === 0 && noun === 'id') {
    const named = OF_TOOL.exec(tool)?.[1];
    return named && `${named}Id`;
  }
  const isInner = inner.length === 1 && inner[0] === 'id' && /^\w{2,40}$/.test(noun);
  return isInner ? `${noun}Id` : undefined;
}

const NAMES = ['name', 'title', 'number', 'reference', 'label'];

/**
 * Where the id may be of the thing that a cell names: a row's own beside its `name`, `customerId` beside `customer` or
 * `customerName`, `customer.id` beside `customer.name`.
 */
export function idsNamedBy([first = '', second, ...deeper]: readonly string[]): string[][] {
  if (deeper.length > 0) return [];
  if (second !== undefined) return NAMES.includes(second) ? [[first, 'id']] : [];
  if (NAMES.includes(first)) return [['id']];
  const noun = first.replace(/(?:N|_n)ame$/, '');
  return [[`${noun}Id`], [`${noun}_id`]];
}
