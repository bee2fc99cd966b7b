// Shared with the browser: types and pure functions only.
/**
 * The examples that the offline model gives. The page turns them into buttons if an answer ends with a list of nothing
 * else, and takes their words from here, so text of an answer never becomes a button.
 */

import { EXAMPLES_HEAD as HEAD } from './examples-head';
import { FEW, nearest } from './nearest';

/** Grouped by the tool that all of them need. */
export const EXAMPLES: readonly { tool: string; asks: readonly string[] }[] = [
  {
    tool: 'customers_list',
    asks: ['Which customers owe us money?', 'customers in Hamburg', 'show customer Halden Optics'],
  },
  {
    tool: 'invoices_list',
    asks: ['Show me overdue invoices', 'total of unpaid invoices', 'What is the total of invoice INV-2939?'],
  },
  {
    tool: 'orders_list',
    asks: ['Which orders are still open?', 'orders of Halden Optics', 'status of SO-1590'],
  },
  { tool: 'bank_accounts_balances', asks: ['How much is in our bank accounts?'] },
  { tool: 'transactions_search', asks: ['payments over 1,000', 'How much did we pay Kavan Steel?'] },
  {
    tool: 'forecast_spending',
    asks: ['Compare spending by category, October and November', 'travel costs in September'],
  },
  { tool: 'list_directory', asks: ['Which files are there?'] },
  { tool: 'team_members_list', asks: ['Who is on the team?'] },
  { tool: 'calculate_tax', asks: ['19% tax on 1200'] },
  {
    tool: 'customer_create',
    asks: ['Add customer Brambly Hedge Ltd', 'change the phone of Halden Optics to +49 40 123456'],
  },
  { tool: 'invoice_create_draft', asks: ['Create a draft invoice for Halden Optics: 3 site visits at 450'] },
  {
    tool: 'order_create',
    asks: [
      'Create an order for Halden Optics over 1,200 EUR, reference SO-9000',
      'mark order SO-9000 as completed',
    ],
  },
  { tool: 'fact_remember', asks: ['Remember that I bill in CHF'] },
  { tool: 'team_member_invite', asks: ['Invite paula@example.com as viewer'] },
  {
    tool: 'propose_plan',
    asks: ['Plan: create customer Ada Optics, then an order for it over 1,200 EUR, reference SO-9000'],
  },
  {
    tool: 'customer_delete',
    asks: ['Delete customer Halden Optics', 'cancel order SO-1582', 'finalise invoice D-0118'],
  },
];

/** How to get a model that understands more, for a request that is beyond this one. */
export const MORE = 'A real model understands more: an admin connects one at Settings, Models.';

/** What is answered with all examples. */
const ALL = 'What can you do?';
/** After a few examples: how to see the others. */
export const WHOLE_LIST = `“${ALL}” gives the whole list. ${MORE}`;

const lineOf = ({ asks }: { asks: readonly string[] }) => `- ${asks.map((ask) => `“${ask}”`).join(', ')}`;
const ALONE = [...EXAMPLES.flatMap(({ asks }) => asks), ALL].map((ask) => ({ asks: [ask] }));

/** As they appear in an answer. @param isThere whether that tool is offered */
export function examplesWhere(isThere: (tool: string) => boolean): string | undefined {
  const lines = EXAMPLES.filter(({ tool }) => isThere(tool)).map(lineOf);
  return lines.length > 0 ? `${HEAD}${lines.join('\n')}` : undefined;
}

/**
 * The few that are nearest to a message by its words, each on a line of its own, with what gives the whole list.
 * @param isThere whether that tool is offered
 */
export function examplesNear(message: string, isThere: (tool: string) => boolean): string | undefined {
  const there = EXAMPLES.filter(({ tool }) => isThere(tool));
  const near = nearest(
    message,
    there.flatMap(({ asks }) => asks),
  );
  const few = near.length > 0 ? near : there.flatMap(({ asks }) => asks.slice(0, 1)).slice(0, FEW);
  if (few.length === 0) return undefined;
  return `${HEAD}${[...few, ALL].map((ask) => lineOf({ asks: [ask] })).join('\n')}\n\n${WHOLE_LIST}`;
}

/**
 * Splits an answer that ends with examples into the text before and after them, and the examples line by line; null for
 * any other answer.
 */
export function examplesIn(answer: string): { before: string; lines: string[][]; after: string } | null {
  const at = answer.indexOf(HEAD);
  if (at < 0) return null;
  const [list = '', ...rest] = answer.slice(at + HEAD.length).split('\n\n');
  const after = rest.join('\n\n');
  if (after !== '' && after !== MORE && after !== WHOLE_LIST) return null;
  const lines = list
    .split('\n')
    .map((line) => [...EXAMPLES, ...ALONE].find((one) => lineOf(one) === line)?.asks);
  const known = lines.flatMap((asks) => (asks ? [[...asks]] : []));
  return known.length === lines.length
    ? { before: answer.slice(0, at + HEAD.length).trim(), lines: known, after }
    : null;
}
