/** Changes a category of transactions. */
import { z } from 'zod';
import { isUniqueViolation } from '@/db/client';
import { parseMoney } from '@/db/money';
import { holdCategory, updateCategory } from '@/db/queries/categories-changes';
import { changeTeamData } from '@/db/queries/change';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { amountField, percentField, textField } from '@/mcp/fields';
import { categoryId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { categoryOutput, toCategory } from '@/mcp/output';
import { ToolError } from '@/mcp/result';

export const categoryUpdate = defineTool({
  name: 'category_update',
  title: 'Update category',
  description:
    'Updates a category of transactions: sets the given details and leaves the others as they are. Use it to rename ' +
    'a category, or to set its usual tax rate or its monthly budget; needs the categoryId and at least one detail.',
  scope: 'categories.write',
  annotations: WRITE,
  undo: { when: '$result.changed' },
  input: z.strictObject({
    categoryId,
    name: textField('New name, such as "Travel"', 100).optional(),
    taxRate: percentField('Tax that usually applies, in percent, such as 19').optional(),
    monthlyBudget: amountField('What may be spent in a month, such as "1500.00"')
      .refine((amount) => !amount.startsWith('-'), 'must not be negative')
      .optional(),
  }),
  output: z.strictObject({
    changed: z.boolean().describe('False when everything stood like that already'),
    category: categoryOutput,
  }),
  async run({ categoryId, name, taxRate, monthlyBudget }, context) {
    if (name === undefined && taxRate === undefined && monthlyBudget === undefined) {
      throw new ToolError('Nothing to change. Give at least one of name, taxRate, monthlyBudget.');
    }
    const given = {
      ...(name !== undefined && { name }),
      ...(taxRate !== undefined && { taxRate: Math.round(taxRate * 100) }),
      ...(monthlyBudget !== undefined && { monthlyBudgetMinor: parseMoney(monthlyBudget) }),
    };
    try {
      return await changeTeamData(context, async (data) => {
        const before = await holdCategory(data, categoryId);
        if (!before) throw notFound('category', categoryId, 'categories_list');
        const { category, changed } = await updateCategory(data, before, given);
        return { changed, category: toCategory(category) };
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ToolError(`Another category is called ${name}. Choose another name.`);
    }
  },
});
