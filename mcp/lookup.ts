/** Finds the one record that a call means, where it may be named by its id or otherwise. */
import { type CategoryRow, findCategory } from '@/db/queries/categories';
import type { CallContext } from './context';
import { notFound } from './not-found';
import { ToolError } from './result';

export interface Key<Field extends string> {
  by: Field;
  value: string;
}

/**
 * The one field that is given, of several that each name a record.
 * @throws ToolError when none or more than one is given
 */
export function onlyKey<Field extends string>(fields: Record<Field, string | undefined>): Key<Field> {
  const given = (Object.keys(fields) as Field[]).filter((field) => fields[field] !== undefined);
  const [by] = given;
  const value = by && fields[by];
  if (given.length !== 1 || by === undefined || value === undefined) {
    throw new ToolError(`Give exactly one of these fields: ${Object.keys(fields).join(', ')}.`);
  }
  return { by, value };
}

/**
 * The category with this id or this exact name.
 * @throws ToolError unless exactly one of the two is given and the category exists
 */
export async function categoryMeant(
  fields: { categoryId: string | undefined; category: string | undefined },
  context: CallContext,
): Promise<CategoryRow> {
  const key = onlyKey(fields);
  const found = await findCategory(context, key.by === 'category' ? { name: key.value } : { id: key.value });
  if (!found) throw notFound('category', key.value, 'categories_list', key.by);
  return found;
}
