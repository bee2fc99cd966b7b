/** By which argument tools take an id that stands in a result: by the name of its field, as servers mostly have it. Pure. */
import { LOOKED_UP_ID } from '@/lib/runs/orders/look-up-view';

const ID = /^\w{2,40}(?:Id|_id)$/;
/** `customers_list` answers customers: their own `id` is a `customerId`. */
const OF_TOOL = /^([a-z]+?)s?_(?:get|list|search|find)$/;

/** @returns undefined for what is no id of a thing that could be looked up */
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
 * Where the id of what a cell of a row calls by its name may stand: a row's own beside its `name`, `customerId` beside `customer`
 * or `customerName`, `customer.id` beside `customer.name`.
 */
export function idsNamedBy([first = '', second, ...deeper]: readonly string[]): string[][] {
  if (deeper.length > 0) return [];
  if (second !== undefined) return NAMES.includes(second) ? [[first, 'id']] : [];
  if (NAMES.includes(first)) return [['id']];
  const noun = first.replace(/(?:N|_n)ame$/, '');
  return [[`${noun}Id`], [`${noun}_id`]];
}
