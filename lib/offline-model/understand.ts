/**
 * Turns a message into a plan: a change has to be phrased in one of a few ways; a read, in words that are all known.
 */
import type { Desk, Plan, Reading } from './desk';
import { archiveRecords } from './intents/archive-records';
import { readBalances } from './intents/balances';
import { changeCategory, readCategories } from './intents/categories';
import { changeCustomer } from './intents/change-customer';
import { changeInvoice } from './intents/change-invoice';
import { changeOrder } from './intents/change-order';
import { closeAccount } from './intents/close-account';
import { createDraft } from './intents/create-draft';
import { readCustomer, readCustomers } from './intents/customers';
import { readInvoice, readInvoices } from './intents/invoices';
import { nextPage } from './intents/next-page';
import { readOrder, readOrders } from './intents/orders';
import { remember } from './intents/remember';
import { readSpending } from './intents/spending';
import { readSum } from './intents/sum';
import { readTax } from './intents/tax';
import { changeTeam, readTeam } from './intents/team';
import { readTransactions } from './intents/transactions';
import { POLITE, withoutPoliteness } from './reading/polite';
import { Request } from './reading/read-request';
import { quoted } from './saying/format';

type Change = (message: string, desk: Desk) => Reading | undefined;
type Look = (request: Request, desk: Desk) => Reading | undefined;

const CHANGES: readonly Change[] = [
  changeOrder,
  changeInvoice,
  createDraft,
  changeCategory,
  changeTeam,
  closeAccount,
  archiveRecords,
  changeCustomer,
];

const LOOKS: readonly Look[] = [
  readSum,
  readInvoice,
  readOrder,
  readTax,
  readSpending,
  readTransactions,
  readBalances,
  readCategories,
  readTeam,
  readInvoices,
  readOrders,
  readCustomers,
  readCustomer,
];

const LONGEST = 2000;
/** The message asks for a change: then no read is made instead. */
const DOING =
  /^(?:delete|remove|erase|cancel|create|add|make|new|update|change|set|rename|send|resend|finali[sz]e|issue|archive|close|invite|mark|move|put|start|complete|finish|reopen|book|transfer|wire|export|import|upload|download|print|write|draft|prepare|restore|undo|approve|refund|merge|assign|categori[sz]e|email|remind|pay|charge|edit|correct|replace|duplicate|copy|schedule|enable|disable|wipe|drop|kick)\b|\b(?:to|and|then|don['’]?t|not)\s+(?:delete|remove|cancel|create|send|close|archive|invite|finali[sz]e)\b/i;
const CONDITION =
  /\b(?:if|unless|except|without|but|only|not|don['’]?t|never|instead|when|until|otherwise|tomorrow|later|as soon as)\b.*/i;

export type Understood = Plan | { say: string } | { unknown: readonly string[] };

export function understand(exchanges: Desk['exchanges'], desk: Desk): Understood {
  const message = exchanges.at(-1)?.request ?? '';
  const before = exchanges.at(-2);
  // A missing value may come in a message of its own: "SO-9000".
  const asked =
    before && before.calls.length === 0 && message.length < 100 && !DOING.test(withoutPoliteness(message))
      ? read(before.request, desk)
      : undefined;
  if (before && asked && 'lacks' in asked && asked.lacks) {
    const whole = read(`${before.request}, ${message}`, desk);
    if ('tools' in whole) return whole;
  }
  return read(message, desk);
}

function read(message: string, desk: Desk): (Plan | { unknown: readonly string[] }) | Reading {
  if (message.length > LONGEST) return { unknown: [] };
  const said = withoutPoliteness(message);
  const more = nextPage(said, desk, read);
  if (more) return more;
  const kept = remember(said);
  if (kept) return kept;
  if (DOING.test(said)) return readChange(said, desk);
  const change = firstOf(CHANGES.map((one) => () => one(said, desk)));
  if (change) return withoutConditions(said, change);
  const request = () => Request.read(message.replace(POLITE, ''), desk.now, !/\bdue\b/i.test(message));
  const { parts, text } = request();
  const unknown = parts
    .filter(({ kind, value }) => kind === 'name' || value === 'judging')
    .map(({ kind, value, start, end }) => (kind === 'name' ? value : text.slice(start, end)));
  return firstOf(LOOKS.map((one) => () => one(request(), desk))) ?? { unknown };
}

function readChange(said: string, desk: Desk): Reading | { unknown: readonly string[] } {
  const change = firstOf(CHANGES.map((one) => () => one(said, desk)));
  const unclear = { unknown: [said] };
  const condition = CONDITION.exec(said)?.[0];
  if (condition && !change)
    return {
      say: `Nothing was done: I cannot judge ${quoted(condition)}. I am the offline model and know no conditions, exceptions or later times. Please say without it what I shall do.`,
    };
  return change ? withoutConditions(said, change) : unclear;
}

/**
 * A condition may be part of what was taken for a name or a value: rules cannot judge it, and without it the call would
 * be a different one.
 */
function withoutConditions(said: string, change: Reading): Reading {
  const condition = CONDITION.exec(said.replace(/["“][^"“”]*["”]/g, ''))?.[0];
  if (!condition) return change;
  return {
    say: `Nothing was done: I cannot judge ${quoted(condition)}. I am the offline model and know no conditions, exceptions or later times. Please say without it what I shall do; a name with such a word goes in quotes.`,
  };
}

function firstOf<Found>(readers: readonly (() => Found | undefined)[]): Found | undefined {
  for (const reader of readers) {
    const found = reader();
    if (found !== undefined) return found;
  }
  return undefined;
}
