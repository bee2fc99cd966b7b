/** The categories of transactions. */
import { z } from 'zod';
import { listCategories } from '@/db/queries/categories';
import { defineListTool } from '@/mcp/define-list-tool';
import { textField } from '@/mcp/fields';
import { categoryOutput, toCategory } from '@/mcp/output';

export const categoriesList = defineListTool({
  name: 'categories_list',
  title: 'List categories',
  description:
    'Lists the income and expense categories that bank transactions are sorted into, with tax rate and monthly ' +
    'budget. Use it to find a category and the categoryId; for what was spent use forecast_spending.',
  scope: 'categories.read',
  filter: {
    kind: categoryOutput.shape.kind.optional().describe('Only categories of this kind, such as "expense"'),
    name: textField('Part of the category name, such as "travel"').optional(),
  },
  row: categoryOutput,
  position: z.tuple([z.string()]),
  positionOf: (category) => [category.name],
  async read(filter, page, context) {
    const rows = await listCategories(context, filter, page);
    return rows.map(toCategory);
  },
});
