/** One customer, with how many orders and invoices it has. */
import { z } from 'zod';
import { toDecimal } from '@/db/money';
import { findCustomerOverview } from '@/db/queries/customers';
import { READ_ONLY } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { currency, money, textField } from '@/mcp/fields';
import { customerId } from '@/mcp/id-fields';
import { onlyKey } from '@/mcp/lookup';
import { notFound } from '@/mcp/not-found';
import { customerOutput, toCustomer } from '@/mcp/output';

export const customersGet = defineTool({
  name: 'customers_get',
  title: 'Get a customer',
  description:
    'Shows one customer in full: contact details, the number of orders and of draft, open and paid invoices, and ' +
    'how much the customer owes us. Give the customerId or the exact name.',
  scope: 'customers.read',
  annotations: READ_ONLY,
  input: z.strictObject({
    customerId: customerId.optional(),
    name: textField('Instead of the id: the exact customer name, such as "Halden Optics"').optional(),
  }),
  output: z.strictObject({
    ...customerOutput.shape,
    orders: z.int().describe('Number of orders'),
    draftInvoices: z.int(),
    openInvoices: z.int().describe('Finalised or sent, and not paid'),
    paidInvoices: z.int(),
    openAmounts: z.array(z.strictObject({ amount: money, currency })).describe('What the customer owes us'),
  }),
  async run({ customerId, name }, context) {
    const key = onlyKey({ customerId, name });
    const found = await findCustomerOverview(
      context,
      key.by === 'name' ? { name: key.value } : { id: key.value },
    );
    if (!found) throw notFound('customer', key.value, 'customers_list', key.by);
    const { customer, open, ...counts } = found;
    const openAmounts = open.map(({ openMinor, currency }) => ({ amount: toDecimal(openMinor), currency }));
    return { ...toCustomer(customer), ...counts, openAmounts };
  },
});
