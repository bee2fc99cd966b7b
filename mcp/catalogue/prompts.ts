/**
 * Three questions worth asking about the records, for clients that offer prompts. They are text for a model, and do
 * nothing.
 */
import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ToolDefinition } from '../define-tool';
import { customersGet } from '../tools/customers/customers-get';
import { customersList } from '../tools/customers/customers-list';
import { transactionsList } from '../tools/transactions/transactions-list';

const LONGEST = 200;
const MONTHS = 12;
const DAYS = ['0', '7', '14', '30', '60', '90'];

const text = (description: string) => z.string().min(1).max(LONGEST).describe(description);

/** @param offered the tools that exist for the caller: a prompt that needs others is left out */
export function registerPrompts(server: McpServer, offered: ReadonlySet<ToolDefinition>): void {
  if (offered.has(customersList)) registerOwing(server);
  if (offered.has(customersGet)) registerCustomer(server);
  if (offered.has(transactionsList)) registerMonth(server);
}

function registerOwing(server: McpServer): void {
  const days = completable(
    z
      .string()
      .regex(/^\d{1,3}$/, 'a number of days, such as 14')
      .describe('At least so many days late, such as 14'),
    (value) => DAYS.filter((one) => one.startsWith(value ?? '')),
  );
  server.registerPrompt(
    'unpaid_invoices',
    {
      title: 'Who owes us money',
      description: 'Customers with overdue invoices, and a draft of a reminder to each.',
      argsSchema: z.object({ days }),
    },
    (args) =>
      said(
        `List the customers who owe us money and whose invoices are at least ${args.days} days late, the largest debt ` +
          'first, with the amount and the days. Then draft a short, friendly reminder to each. Send and change nothing.',
      ),
  );
}

function registerCustomer(server: McpServer): void {
  server.registerPrompt(
    'customer_overview',
    {
      title: 'Prepare a talk with a customer',
      description: 'What one customer has ordered, what is open, and what to speak about.',
      argsSchema: z.object({ customer: text('The customer\u2019s name, such as Halden Optics') }),
    },
    ({ customer }) =>
      said(
        `Prepare me for a talk with the customer ${JSON.stringify(customer)}: who they are, their latest orders, what they ` +
          'owe us and since when, and two points that I should raise. Change nothing.',
      ),
  );
}

function registerMonth(server: McpServer): void {
  const month = completable(
    z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month, such as 2026-10')
      .describe('The month, such as 2026-10'),
    (value) => lastMonths(new Date()).filter((one) => one.startsWith(value ?? '')),
  );
  server.registerPrompt(
    'month_review',
    {
      title: 'Review of a month',
      description: 'Income and spending of a month beside the month before.',
      argsSchema: z.object({ month }),
    },
    (args) =>
      said(
        `Review ${args.month}: income and spending by category beside the month before, what stands out, and what has no ` +
          'category yet. Begin with one sentence that answers. Change nothing.',
      ),
  );
}

/** Calendar months in UTC, the present one first. */
export function lastMonths(today: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

const said = (words: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }],
});
