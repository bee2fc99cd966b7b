/** Net, tax and gross of an amount. */
import { z } from 'zod';
import { MAX_MINOR, netOf, parseMoney, taxOn, toDecimal } from '@/db/money';
import { findCategory } from '@/db/queries/categories';
import { READ_ONLY } from '../annotations';
import type { CallContext } from '../context';
import { defineTool } from '../define-tool';
import { amountField, money, percent, percentField, textField } from '../fields';
import { categoryId } from '../id-fields';
import { onlyKey } from '../lookup';
import { notFound } from '../not-found';
import { ToolError } from '../result';

const input = z.strictObject({
  amount: amountField('The amount, such as "1350.00"'),
  amountIs: z
    .enum(['net', 'gross'])
    .default('net')
    .describe('Whether the amount is before tax ("net") or includes it ("gross"), such as "net"'),
  rate: percentField('Tax rate (VAT) in percent, such as 19').optional(),
  categoryId: categoryId.optional(),
  category: textField('Instead of the rate: exact name of a category, such as "Travel"').optional(),
});

export const calculateTax = defineTool({
  name: 'calculate_tax',
  title: 'Calculate tax',
  description:
    'Calculates the tax (VAT) on an amount and gives net, tax and gross. Give the rate in percent, or a category ' +
    'whose usual rate applies. Changes nothing.',
  scope: 'reports.read',
  annotations: READ_ONLY,
  input,
  output: z.strictObject({ net: money, rate: percent, tax: money, gross: money }),
  async run(request, context) {
    const rate = await rateOf(request, context);
    const amount = parseMoney(request.amount);
    const net = request.amountIs === 'net' ? amount : netOf(amount, rate);
    const gross = request.amountIs === 'net' ? amount + taxOn(amount, rate) : amount;
    if (Math.abs(gross) > MAX_MINOR) throw new ToolError('The amount with its tax is too large.');
    return {
      net: toDecimal(net),
      rate: rate / 100,
      tax: toDecimal(gross - net),
      gross: toDecimal(gross),
    };
  },
});

/** In basis points. */
async function rateOf(request: z.output<typeof input>, context: CallContext): Promise<number> {
  const { rate, categoryId, category: name } = request;
  if (rate !== undefined) {
    if (categoryId === undefined && name === undefined) return Math.round(rate * 100);
    throw new ToolError('Give either the rate or a category, not both.');
  }
  if (categoryId === undefined && name === undefined) {
    throw new ToolError('Give the rate in percent, or a category whose rate applies.');
  }
  const key = onlyKey({ categoryId, name });
  const category = await findCategory(context, key.by === 'name' ? { name: key.value } : { id: key.value });
  if (!category) throw notFound('category', key.value, 'categories_list', key.by);
  return category.taxRate;
}
