/** Words of office life that stand for one another. Everyday English, nothing of any tool. */
import { stem } from './words';

const GROUPS = [
  'customer client buyer',
  'supplier vendor',
  'invoice bill',
  'order purchase',
  'transaction payment booking posting',
  'spending expense expenditure cost outgoing spend',
  'income revenue earning earn receive incoming turnover takings',
  'tax vat',
  'balance funds money',
  'account',
  'member user colleague teammate employee person participant',
  'team staff crew',
  'event meeting appointment call',
  'calendar agenda schedule diary',
  'issue ticket bug task',
  'comment note remark',
  'message mail email',
  'email mail address',
  'document file',
  'category kind type',
  'owing owe outstanding unpaid debt receivable debtor due',
  'overdue late',
  'completed done finished complete',
  'cancelled canceled',
  'open pending unfinished',
  'old older outdated',
  'title name subject summary',
  'description detail text body',
  'start begin beginning from since after',
  'end until till to before',
  'amount sum total value price',
  'quantity count number',
  'role permission',
  'assignee owner responsible',
  'priority urgency importance',
  'urgent critical high',
  'location place room',
  'forecast prediction projection outlook',
  'record entry',
  'phone telephone mobile',
  'attendee guest invitee participant',
].map((line) => line.split(' ').map(stem));

const RELATED = new Map<string, Set<string>>();
for (const group of GROUPS) {
  for (const word of group) {
    const known = RELATED.get(word) ?? new Set<string>();
    for (const other of group) known.add(other);
    RELATED.set(word, known);
  }
}

/** How close two stems are: 1 the same, 0.7 synonyms, 0 otherwise. */
export function closeness(one: string, other: string): number {
  if (one === other) return 1;
  return RELATED.get(one)?.has(other) ? 0.7 : 0;
}

/** The best closeness of a stem to any of several. */
export function closest(one: string, others: Iterable<string>): number {
  let best = 0;
  for (const other of others) best = Math.max(best, closeness(one, other));
  return best;
}
