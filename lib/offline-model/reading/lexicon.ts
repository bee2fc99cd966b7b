/** The vocabulary of requests, and the meaning of each word. A word that is not listed is a name, or not understood. */

export type Kind = 'topic' | 'filter' | 'measure' | 'field' | 'act' | 'bound' | 'filler';

export interface Meaning {
  kind: Kind;
  value: string;
}

/** `kind:value`, with the words and phrases that mean it. Several meanings are joined by a plus. */
const SAID: Record<string, string> = {
  'topic:customers': 'customer, customers, client, clients',
  'topic:invoices': 'invoice, invoices, bill, bills',
  'topic:orders': 'order, orders',
  'topic:transactions':
    'transaction, transactions, payment, payments, bank transactions, bookings, card payments',
  'topic:transactions+filter:out':
    'did we pay, have we paid, we paid, paid to, payments made, money paid, outgoing payments, outgoings, went out',
  'topic:transactions+filter:in':
    'money received, did we receive, have we received, did we earn, incoming payments, payments received, came in, money in, money did we receive',
  'topic:balances':
    'balance, balances, bank balance, bank balances, account balance, cash position, cash, how much money, money do we have, in the bank, in our bank accounts, in our accounts, on our accounts',
  'topic:accounts': 'bank account, bank accounts, account, accounts',
  'topic:spending': 'spend, spending, spent, expenses, costs, cost, expenditure, expenditures',
  'topic:spending+measure:forecast': 'forecast, spending forecast, forecast spending, expected spending',
  'topic:categories': 'categories, category',
  'topic:categories+field:monthlyBudget': 'budget, budgets, monthly budget',
  'topic:team': 'team, team members, team member, members, colleagues, people on the team, users, teammates',
  'topic:team+filter:admin': 'admins, admin, administrators',
  'topic:team+filter:viewer': 'viewers',
  'topic:tax': 'tax, vat',
  'topic:customers+filter:owing':
    'debtors, debtor, outstanding debtors, hasnt paid us, hasnt paid, havent paid us, have not paid us, has not paid us, not paid us',
  'topic:invoices+filter:draft': 'drafts, draft invoices, draft invoice',
  'filter:owing':
    'owe, owes, owing, owed, owe us money, owes us money, owe us anything, in debt, open amount, outstanding amount, outstanding balance, open balance',
  'filter:overdue': 'overdue, late, past due, past their due date',
  'filter:unpaid':
    'unpaid, not paid, not paid yet, outstanding, not been paid, havent been paid, not yet paid, still unpaid, unsettled',
  'filter:draft': 'draft',
  'filter:paid': 'paid, settled',
  'filter:sent': 'sent',
  'filter:finalised': 'finalised, finalized, issued',
  'filter:open': 'open, still open',
  'filter:in_progress': 'in progress, started, ongoing, underway, under way',
  'filter:completed': 'completed, done, finished, delivered, complete',
  'filter:cancelled': 'cancelled, canceled',
  'filter:active': 'active',
  'filter:inactive': 'inactive, not active',
  'filter:archived': 'archived',
  'filter:uncategorized':
    'uncategorised, uncategorized, without a category, without category, not categorised, not categorized, no category',
  'filter:expense': 'expense',
  'filter:income': 'income',
  'measure:count': 'how many, number of, count, count of',
  'measure:total': 'total, totals, sum, sum of, how much, in total, total of, add up, altogether',
  'measure:largest': 'largest, biggest, highest, most, top, greatest, the most, the most money, most money',
  'measure:smallest': 'smallest, lowest, least',
  'measure:latest': 'latest, newest, most recent, recent, last, recently',
  'measure:oldest': 'oldest, earliest',
  'field:email': 'email, e-mail, mail, email address, e-mail address, mail address',
  'field:phone': 'phone, phone number, telephone, telephone number, tel',
  'field:city': 'address, adress, city, located, based, location, town, where is',
  'field:country': 'country',
  'field:taxId': 'vat number, vat id, tax id, tax number, vat no',
  'field:status': 'status, state',
  'field:dueDate': 'due, due date',
  'field:total': 'worth, amount, value',
  'field:iban': 'iban, ibans, account number, account numbers',
  'field:role': 'role',
  'field:taxRate': 'tax rate, tax rates',
  'act:compare': 'compare, comparison of, comparison',
  'act:find': 'find, search, search for, look for, look up, lookup',
  'bound:by':
    'by category, by month, per month, monthly, per category, by amount, by open amount, by due date, sorted by amount',
  'bound:included': 'included in, including, incl, contained in, in a gross amount of, gross',
  'bound:net': 'net',
  'bound:mention': 'mentioning, containing, with the word, with the text',
  'bound:judging': 'best, better, worst, worse, favourite, favorite',
  'bound:place': 'in, from',
  'bound:unheeded':
    'not, isnt, arent, no, without, except, but, unless, if, neither, nor, never, dont, doesnt, cant, other than, excluding, or, second, third, previous, next',
  'filler:': `the, a, an, me, us, our, ours, we, you, please, pls, plz, all, any, every, is, are, was, were, be, been, do, does, did, has, have,
    having, there, still, now, show, list, display, see, view, get, give, tell, tell me, about, details, detail, info,
    information, which, what, whats, who, whos, where, when, how, that, whose, it, its, of, for, to, by, at, with, on, on the,
    can you, could you, i, i want, want, need, to see, would like, know, let, currently, current, today, hi, hey, yet, owner, stand,
    and, as, so, just, only, anything, everything, some, look, up, things, full, complete list, much, need to, and the, ones, one, they,
    calculate, compute, work out, say, check, our own, from us, to us, been`,
};

export const LONGEST_PHRASE = 5;

const ENTRIES = Object.entries(SAID).flatMap(([meanings, said]) => {
  const read = meanings.split('+').map((one): Meaning => {
    const [kind = 'filler', value = ''] = one.split(':');
    return { kind: kind as Kind, value };
  });
  return said.split(',').map((phrase): [string, Meaning[]] => [phrase.trim().replace(/\s+/g, ' '), read]);
});
const LEXICON = new Map(ENTRIES);

/** Only these are guessed from a misspelling: they lead to a read, never to a change. */
const GUESSED = ENTRIES.filter(
  ([word, [first]]) =>
    word.length >= 5 && !word.includes(' ') && (first?.kind === 'topic' || first?.kind === 'filter'),
).map(([word]) => word);

/** @param phrase lower case, without apostrophes */
export const meaningOf = (phrase: string): Meaning[] | undefined => LEXICON.get(phrase);

/** The known word that this is a misspelling of: one letter missing, extra, wrong, or two swapped. */
export function guessed(word: string): Meaning[] | undefined {
  if (word.length < 5) return undefined;
  const near = GUESSED.filter((known) => known[0] === word[0] && isNear(known, word));
  return near.length === 1 || new Set(near.map((one) => one.replace(/s$/, ''))).size === 1
    ? LEXICON.get(near[0] ?? '')
    : undefined;
}

function isNear(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const rest = (text: string, skip: number) => text.slice(same + skip);
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1) ||
    (one[same] === other[same + 1] && one[same + 1] === other[same] && rest(one, 2) === rest(other, 2))
  );
}
