/** "Create a draft invoice for Halden Optics: 3 site visits at 450". */
import { type Desk, KINDS, type Reading, rowOf, theOne } from '../desk';
import { findStretches } from '../reading/dates';
import { readLines } from '../reading/lines';
import { formatValue, tableOf } from '../saying/format';
import { lacking, nameIn, oneAtATime } from './doing';

const START = String.raw`(?:(?:create|make|write|prepare|add|raise|draft|new)\s+)(?:an?\s+|the\s+)?(?:new\s+)?(?:draft\s+)?(?:invoice|bill)(s)?(?:\s+draft)?`;
const WITH_NAME = new RegExp(
  String.raw`^(?:${START}\s+(?:for|to)|invoice)\s+(?:customer\s+|client\s+)?("[^"]+"|.+?)(?:\s*[:,]\s*|\s+(?:for|with)\s+|$)(.*)$`,
  'i',
);
const BARE = new RegExp(String.raw`^${START}\b`, 'i');
const DUE = /,?\s+(?:and\s+)?due\s+(?:on\s+|by\s+)?(.+)$/i;

export function createDraft(message: string, { now }: Desk): Reading | undefined {
  const does = 'create a draft invoice';
  const match = WITH_NAME.exec(message);
  // "Invoice INV-2939" looks one up.
  if (!match || (/^invoice\b/i.test(message) && (!match[3] || /^invoice\s+(?:INV|D)[-\s]?\d/i.test(message))))
    return BARE.test(message)
      ? lacking(does, ['the customer', 'what is invoiced, with the price of one'])
      : undefined;
  const name = nameIn(match[2]);
  if (match[1] || !name) return oneAtATime(does);
  const [dueText, dueSaid = ''] = DUE.exec(match[3] ?? '') ?? [];
  const due = dueSaid ? findStretches(dueSaid, now, false) : [];
  const lines = readLines((match[3] ?? '').replace(dueText ?? '', ''));
  if (!lines)
    return lacking(does, ['what is invoiced, with the price of one, such as “3 site visits at 450”']);
  const [day] = due;
  if (
    dueText &&
    (!day || day.from !== day.to || due.length > 1 || day.end - day.start < dueSaid.trim().length)
  )
    return {
      say: `Nothing was done: I did not understand the due day “${formatValue(dueSaid)}”. Please say a day, such as “due 31 December”.`,
    };
  return {
    tools: ['customers_list', 'invoice_create_draft'],
    does,
    writes: true,
    *run() {
      const customer = yield* theOne(KINDS.customer, name, true);
      const input = { customerId: customer.id, lines, ...(day?.to && { dueDate: day.to }) };
      const answer = rowOf(yield { tool: 'invoice_create_draft', input });
      const row = rowOf(answer.invoice);
      const table = tableOf(
        lines.map((line) => ({ ...line, currency: row.currency })),
        ['description', 'quantity', 'unitPrice'],
      );
      const opening =
        answer.created === false
          ? 'There is such a draft already. Nothing was created twice'
          : 'Done: created a draft invoice';
      return `${opening}: **${formatValue(row.reference)}** for ${formatValue(row.customerName)}, ${formatValue(row.total, row)} in all, due ${row.dueDate ? formatValue(row.dueDate) : '30 days after it is finalised'}. It is not sent.\n\n${table}`;
    },
  };
}
