/** Customers, or only those who owe us money. */
import { z } from 'zod';
import { parseMoney, toDecimal } from '@/db/money';
import {
  type CustomerPosition,
  type DebtorPosition,
  type DebtorRow,
  listCustomers,
  listDebtors,
} from '@/db/queries/customers';
import { defineListTool } from '@/mcp/define-list-tool';
import { day, money, textField } from '@/mcp/fields';
import { customerOutput, toCustomer } from '@/mcp/output';

const byName: z.ZodType<CustomerPosition> = z.tuple([z.string()]);
const byDebt: z.ZodType<DebtorPosition> = z.tuple([z.int(), z.string(), z.string()]);

const { id, name, currency, ...details } = customerOutput.shape;
const row = z.strictObject({
  id,
  name,
  openAmount: money.optional().describe('What the customer owes us, such as "1350.00"; only with owing'),
  currency,
  openInvoices: z.int().optional().describe('Number of unpaid invoices; only with owing'),
  oldestDueDate: day.nullable().optional().describe('Of the unpaid invoices; only with owing'),
  daysLate: z.int().optional().describe('Days overdue, 0 when nothing is due yet; only with owing'),
  ...details,
});

export const customersList = defineListTool({
  name: 'customers_list',
  title: 'List customers',
  description:
    'Lists customers by name, or those who owe us money. Use it to find a customer and the customerId, or, with ' +
    'owing, to answer who owes us money: customers with unpaid invoices, how much is open and how many days ' +
    'overdue, the largest debt first.',
  scope: 'customers.read',
  filter: {
    name: textField('Part of the customer name, such as "halden"').optional(),
    status: z
      .enum(['active', 'inactive', 'archived'])
      .optional()
      .describe('Only customers with this status, such as "active"'),
    owing: z
      .boolean()
      .optional()
      .describe('true: only customers who owe us money (unpaid finalised or sent invoices), such as true'),
  },
  row,
  position: z.union([byName, byDebt]),
  positionOf: (customer) =>
    customer.openAmount === undefined
      ? [customer.name]
      : [parseMoney(customer.openAmount), customer.id, customer.currency],
  async read({ owing, ...filter }, { after, limit }, context) {
    if (owing) {
      const page = { after: after && byDebt.parse(after), limit };
      return (await listDebtors(context, filter, page)).map(toDebtor);
    }
    const page = { after: after && byName.parse(after), limit };
    return (await listCustomers(context, filter, page)).map(toCustomer);
  },
});

function toDebtor(debtor: DebtorRow): z.output<typeof row> {
  return {
    ...toCustomer(debtor.customer),
    openAmount: toDecimal(debtor.openMinor),
    currency: debtor.currency,
    openInvoices: debtor.openInvoices,
    oldestDueDate: debtor.oldestDueDate,
    daysLate: debtor.daysLate,
  };
}
