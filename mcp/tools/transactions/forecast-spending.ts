/** Spending by category and month, and the forecast. */
import { z } from 'zod';
import { monthlySpending } from '@/db/queries/spending';
import { today } from '@/db/queries/today';
import { READ_ONLY } from '@/mcp/annotations';
import type { CallContext } from '@/mcp/context';
import { defineTool } from '@/mcp/define-tool';
import { textField } from '@/mcp/fields';
import { categoryId } from '@/mcp/id-fields';
import { categoryMeant } from '@/mcp/lookup';
import { addMonths, firstDayOf, monthsFrom } from '@/mcp/months';
import { ToolError } from '@/mcp/result';
import { byCategory, forecast, spendingRow, toRows, toTotals, totalsRow } from '@/mcp/spending-table';

const MONTHS_AHEAD = 3;

const month = z.string().regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as "2026-11"');

export const forecastSpending = defineTool({
  name: 'forecast_spending',
  title: 'Spending by month and forecast',
  description:
    'Shows spending (expenses, costs, what we spent) by category and month, and forecasts the coming months from ' +
    'the average. Use it to compare spending by category between months, such as October and November: give ' +
    'these as months. Without months: the last complete months and a forecast.',
  scope: 'reports.read',
  annotations: READ_ONLY,
  input: z.strictObject({
    months: z
      .array(month)
      .min(1)
      .max(12)
      .optional()
      .describe('The months to show and compare, such as ["2026-10", "2026-11"]'),
    history: z.int().min(1).max(24).default(6).describe('Without months: how many past months, such as 6'),
    ahead: z
      .int()
      .min(0)
      .max(12)
      .optional()
      .describe(
        `Months ahead to forecast, such as 3; ${MONTHS_AHEAD} by default, none when months are given`,
      ),
    categoryId: categoryId.optional(),
    category: textField(
      'Instead of the id: exact name of the only category to show, such as "Travel"',
    ).optional(),
  }),
  output: z.strictObject({
    months: z.array(z.string()).describe('The months shown, YYYY-MM'),
    ongoing: z
      .string()
      .nullable()
      .describe('The one of them that is not over yet, which the forecast ignores'),
    spending: z
      .array(spendingRow)
      .describe('By category, the most expensive first; change: the last month less the first'),
    totals: z.array(totalsRow).describe('Of all categories, by currency'),
    forecast: z.array(spendingRow).describe('Expected: the average of the complete months shown'),
    forecastTotals: z.array(totalsRow),
  }),
  async run(input, context) {
    const onlyCategory = await expenseCategoryOf(input, context);
    const thisMonth = (await today(context)).slice(0, 7);
    const months = [
      ...new Set(input.months ?? monthsFrom(addMonths(thisMonth, -input.history), input.history)),
    ];
    months.sort();
    const [first = thisMonth, last = thisMonth] = [months[0], months.at(-1)];
    const rows = await monthlySpending(context, {
      from: firstDayOf(first),
      until: firstDayOf(addMonths(last, 1)),
      categoryId: onlyCategory,
    });

    const groups = byCategory(rows, months);
    const complete = months.filter((shown) => shown < thisMonth);
    const ahead = complete.length === 0 ? 0 : (input.ahead ?? (input.months ? 0 : MONTHS_AHEAD));
    const monthsAhead = monthsFrom(thisMonth, ahead);
    const expected = ahead === 0 ? [] : forecast(groups, complete, monthsAhead);
    return {
      months,
      ongoing: months.includes(thisMonth) ? thisMonth : null,
      spending: toRows(groups, months, months.length > 1),
      totals: toTotals(groups, months),
      forecast: toRows(expected, monthsAhead, false),
      forecastTotals: toTotals(expected, monthsAhead),
    };
  },
});

/** The id of the one requested category, if any. */
async function expenseCategoryOf(
  { categoryId, category }: { categoryId?: string | undefined; category?: string | undefined },
  context: CallContext,
): Promise<string | undefined> {
  if (categoryId === undefined && category === undefined) return undefined;
  const found = await categoryMeant({ categoryId, category }, context);
  if (found.kind === 'income') throw new ToolError(`${found.name} is a category of income, not of spending.`);
  return found.id;
}
