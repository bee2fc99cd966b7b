/** Net, tax and gross of an amount. */
import { z } from 'zod';
import { MAX_MINOR, netOf, parseMoney, taxOn, toDecimal } from '@/db/money';
import { READ_ONLY } from '../annotations';
import type { CallContext } from '../context';
import { defineTool } from '../define-tool';
import { amountField, money, percent, percentField, textField } from '../fields';
import { categoryId } from '../id-fields';
import { categoryMeant, onlyKey } from '../lookup';
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
  const { rate, categoryId, category } = request;
  const key = onlyKey({ rate: rate?.toString(), categoryId, category });
  if (key.by === 'rate') return Math.round(Number(key.value) * 100);
  return (await categoryMeant({ categoryId, category }, context)).taxRate;
}
