/** What creating and updating a draft invoice share: the fields, the limits on sums, the answer. */
import { z } from 'zod';
import { lineAmount, MAX_MINOR, parseMoney } from '@/db/money';
import {
  type DraftContent,
  type DraftLine,
  type InvoiceWithLines,
  totalsOf,
} from '@/db/queries/invoices-changes';
import { amountField, dateField, percentField, textField } from './fields';
import { invoiceLineOutput, invoiceOutput, toInvoice, toInvoiceLine } from './output';
import { ToolError } from './result';

const MOST_LINES = 200;

const lineInput = z.strictObject({
  description: textField('What is invoiced, such as "Site visit"', 500),
  quantity: z
    .number()
    .positive()
    .max(1_000_000)
    .refine(
      (quantity) => Math.abs(quantity * 1000 - Math.round(quantity * 1000)) < 1e-6,
      'must have at most three decimals',
    )
    .describe('How many, such as 3 or 1.5'),
  unitPrice: amountField('Price of one, without tax, such as "450.00"; negative for a discount'),
});

export const draftInput = {
  lines: z
    .array(lineInput)
    .min(1)
    .max(MOST_LINES)
    .describe(
      'What is invoiced, such as [{"description": "Site visit", "quantity": 3, "unitPrice": "450.00"}]',
    ),
  dueDate: dateField(
    'Day by which it must be paid, such as "2026-12-31"; without one, 30 days after finalising',
  ),
  taxRate: percentField('Tax in percent, such as 19'),
  note: z.string().trim().max(2000).describe('Text under the lines, such as "Thank you for your order"'),
};

type DraftInput = { [Field in keyof typeof draftInput]?: z.output<(typeof draftInput)[Field]> | undefined };

/** The given fields as the database keeps them: minor units, basis points, quantities of exactly three decimals. */
export function contentOf(input: DraftInput): Partial<DraftContent> {
  const lines = input.lines?.map(({ description, quantity, unitPrice }) => ({
    description,
    quantity: Math.round(quantity * 1000) / 1000,
    unitPriceMinor: parseMoney(unitPrice),
  }));
  return {
    ...(lines && { lines }),
    ...(input.dueDate !== undefined && { dueDate: input.dueDate }),
    ...(input.taxRate !== undefined && { taxRate: Math.round(input.taxRate * 100) }),
    ...(input.note !== undefined && { note: input.note }),
  };
}

/** @throws ToolError when the lines add up to less than nothing, or to more than can be written down */
export function checkTotals(lines: DraftLine[], taxRate: number): void {
  const amounts = lines.map((line) => lineAmount(line.quantity, line.unitPriceMinor));
  const { subtotalMinor, totalMinor } = totalsOf(lines, taxRate);
  if ([...amounts, subtotalMinor, totalMinor].some((amount) => Math.abs(amount) > MAX_MINOR)) {
    throw new ToolError('The total of the invoice is too large. Check quantities and prices.');
  }
  if (totalMinor < 0) throw new ToolError('The total of the invoice is below zero. Check the discounts.');
}

export const draftOutput = invoiceOutput.extend({ lines: z.array(invoiceLineOutput) });

export function toDraft({ invoice, customerName, lines }: InvoiceWithLines): z.output<typeof draftOutput> {
  return { ...toInvoice(invoice, customerName), lines: lines.map(toInvoiceLine) };
}
