/** "Calculate 19% tax on 1200", "What is 23% VAT included in 1,230?". */
import { type Plan, rowOf } from '../desk';
import type { Request } from '../reading/read-request';
import { detailsOf } from '../saying/format';

export function readTax(request: Request): Plan | undefined {
  if (request.take('topic', 'tax').length === 0) return undefined;
  const rate = request.one('percent');
  const amount = request.one('amount');
  const isGross = request.take('bound', 'included').length > 0;
  request.take('bound', 'net');
  request.take('measure', 'total');
  if (!rate || !amount || request.left.length > 0) return undefined;
  const input = { amount: amount.value, rate: Number(rate.value), ...(isGross && { amountIs: 'gross' }) };
  return {
    tools: ['calculate_tax'],
    does: 'calculate tax',
    *run() {
      const row = rowOf(yield { tool: 'calculate_tax', input });
      return `Tax at ${rate.value} %:\n\n${detailsOf(row, ['net', 'tax', 'gross'])}`;
    },
  };
}
