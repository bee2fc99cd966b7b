/** "Add customer X", "change the phone of X to Y", "delete customer X". */
import { type Desk, KINDS, type Reading, rowOf, theOne } from '../desk';
import { detailsOf, formatValue, listed, quoted, type Row } from '../saying/format';
import { destroy, lacking, nameIn, oneAtATime } from './doing';

const KIND = '(?:customer|client|company)';
const CREATE = new RegExp(
  String.raw`^(?:add|create|make|enter|new)\s+(?:(?:an?|the|another)\s+)?(?:new\s+)?${KIND}(s)?\b(?:\s+(?:called|named))?\s*:?\s*(.*)$`,
  'i',
);
const DELETE = new RegExp(
  String.raw`^(?:delete|remove|erase)\s+(?:the\s+|our\s+)?${KIND}(s)?\b\s*(.*)$`,
  'i',
);
const DELETE_NAME = /^(?:delete|remove|erase)\s+(.+)$/i;
/** The message is about something other than a customer. */
const OTHER_THING =
  /\b(?:orders?|invoices?|drafts?|accounts?|categor\w+|transactions?|payments?|members?|team|records?|data|users?|customers|clients|everything|(?:INV|SO|D)-?\d+)\b/i;
const FIELDS: Record<string, string> = {
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'email address': 'email',
  'e-mail address': 'email',
  phone: 'phone',
  'phone number': 'phone',
  telephone: 'phone',
  city: 'city',
  country: 'country',
  'tax id': 'taxId',
  'vat id': 'taxId',
  'vat number': 'taxId',
  name: 'name',
  status: 'status',
};
const FIELD = Object.keys(FIELDS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const SET = '(?:change|update|set|correct|edit)';
const FIELD_OF = new RegExp(
  String.raw`^${SET}\s+(?:the\s+)?(${FIELD})\s+(?:of|for)\s+(?:the\s+)?(?:${KIND}\s+)?(.+?)\s+to\s+(.+)$`,
  'i',
);
const OF_NAME = new RegExp(
  String.raw`^${SET}\s+(?:${KIND}\s+)?(.+?)(?:'s|s')\s+(${FIELD})\s+to\s+(.+)$`,
  'i',
);
const STATUS = new RegExp(
  String.raw`^(?:set|mark|make|change)\s+(?:${KIND}\s+)?(.+?)\s+(?:to\s+|as\s+)?(active|inactive)$`,
  'i',
);
const RENAME = new RegExp(String.raw`^rename\s+(?:the\s+)?${KIND}\s+(.+?)\s+(?:to|as|into)\s+(.+)$`, 'i');
const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]{2,}$/;
const PHONE = /^\+?[\d\s()/.-]{4,38}$/;

export function changeCustomer(message: string, desk: Desk): Reading | undefined {
  const create = CREATE.exec(message);
  if (create) return creation(create[1], create[2] ?? '');
  const remove = DELETE.exec(message);
  if (remove) return deletion(remove[1] ? undefined : (remove[2] ?? ''), desk);
  const [, thing] = DELETE_NAME.exec(message) ?? [];
  if (thing && /^(?:it|that|this)$/i.test(thing)) return deletion(justCreated(desk), desk);
  if (thing && !OTHER_THING.test(thing)) return deletion(thing, desk);
  return update(message);
}

function creation(plural: string | undefined, rest: string): Reading {
  const does = 'create a customer';
  if (plural) return oneAtATime(does);
  const [first = '', ...details] = rest.split(/,\s*/);
  const bare = first.replace(/\s+(?:with|and)\s+(?:the\s+)?(?=e-?mail|phone)/i, ', ');
  const name = nameIn(bare.includes(', ') ? bare.split(', ')[0] : first);
  if (first.trim() === '') return lacking(does, ['the name']);
  if (!name || EMAIL.test(name)) return oneAtATime(does);
  const more = [...bare.split(', ').slice(1), ...details];
  const input: Record<string, unknown> = { name };
  for (const detail of more) {
    const [, label = '', value = ''] =
      new RegExp(`^(?:with\\s+)?(?:the\\s+)?(?:(${FIELD})\\s*:?\\s+)?(.+)$`, 'i').exec(detail) ?? [];
    const field = FIELDS[label.toLowerCase()] ?? (EMAIL.test(value) ? 'email' : undefined);
    if (!field || field === 'name' || field === 'status' || !isValid(field, value))
      return {
        say: `Nothing was done yet: I read the name ${quoted(name)}, and did not understand ${quoted(detail)}. Please say it with the kind of detail (email, phone, city, country, tax id); a name with a comma goes in quotes.`,
      };
    input[field] = value;
  }
  return {
    tools: ['customer_create'],
    does,
    writes: true,
    *run() {
      const answer = rowOf(yield { tool: 'customer_create', input });
      const row = rowOf(answer.customer);
      const opening =
        answer.created === false
          ? 'That customer is there already, so nothing was created twice'
          : 'Done: created the customer';
      return `${opening}: **${formatValue(row.name)}**.\n\n${detailsOf(row, ['status', 'email', 'phone', 'city', 'country', 'currency'])}`;
    },
  };
}

function isValid(field: string, value: string): boolean {
  if (field === 'email') return EMAIL.test(value);
  if (field === 'phone') return PHONE.test(value);
  if (field === 'status') return /^(?:active|inactive)$/.test(value);
  return value.length <= 100 && !/[,;:]/.test(value);
}

function update(message: string): Reading | undefined {
  const [, status, value = ''] = STATUS.exec(message) ?? [];
  const [, renamed, newName = ''] = RENAME.exec(message) ?? [];
  const [, field, owner, given = ''] = FIELD_OF.exec(message) ?? [];
  const [, holder, its, set = ''] = OF_NAME.exec(message) ?? [];
  if (field) return updateOf(owner, FIELDS[field.toLowerCase()] ?? '', given);
  if (its)
    return updateOf(
      /s'\s/.test(message) && !/'s\s/.test(message) ? `${holder}s` : holder,
      FIELDS[its.toLowerCase()] ?? '',
      set,
    );
  if (renamed) return updateOf(renamed, 'name', newName);
  return status && !OTHER_THING.test(status) ? updateOf(status, 'status', value.toLowerCase()) : undefined;
}

function updateOf(owner: string | undefined, field: string, given: string): Reading {
  const does = 'change a customer';
  const name = nameIn(owner);
  const value = given.trim().replace(/^["“”](.+)["“”]$/, '$1');
  if (!name) return oneAtATime(does);
  if (!isValid(field, field === 'status' ? value.toLowerCase() : value))
    return {
      say: `Nothing was done: ${quoted(value)} does not look like ${field === 'email' ? 'an e-mail address' : `a value for “${field}”`}.`,
    };
  return {
    tools: ['customers_list', 'customer_update'],
    does,
    writes: true,
    *run() {
      const customer = yield* theOne(KINDS.customer, name, true);
      const answer = rowOf(
        yield { tool: 'customer_update', input: { customerId: customer.id, [field]: value } },
      );
      const opening = answer.changed === false ? 'It was so already, nothing was changed' : 'Done: changed';
      return `${opening}: **${formatValue(rowOf(answer.customer).name ?? customer.name)}**, ${field} ${formatValue(value)}.`;
    },
  };
}

function deletion(said: string | undefined, desk: Desk): Reading {
  const does = 'delete a customer';
  const name = nameIn(said);
  if (said === '') return lacking(does, ['its name']);
  if (!name) return oneAtATime(does);
  return {
    tools: ['customers_list', 'customer_delete'],
    does,
    writes: true,
    *run() {
      const { id } = yield* theOne(KINDS.customer, name, true);
      const detail = rowOf(yield { tool: 'customers_get', input: { customerId: id } });
      const what = `delete customer **${formatValue(detail.name)}** (${belongings(detail)})`;
      return yield* destroy(desk, 'customer_delete', { customerId: id }, what);
    },
  };
}

function belongings(row: Row): string {
  const kinds = {
    orders: 'order',
    draftInvoices: 'draft invoice',
    openInvoices: 'open invoice',
    paidInvoices: 'paid invoice',
  };
  const counted = Object.entries(kinds).flatMap(([field, word]) => {
    const count = Number(row[field] ?? 0);
    return count > 0 ? [`${count} ${word}${count === 1 ? '' : 's'}`] : [];
  });
  return counted.length > 0 ? listed(counted) : 'without orders and invoices';
}

/** The name that "it" refers to right after a customer was created; empty if there is none. */
function justCreated({ exchanges }: Desk): string {
  const calls = exchanges.slice(0, -1).flatMap((exchange) => exchange.calls);
  const last = calls.findLast(({ outcome }) => outcome.kind === 'value');
  if (last?.tool !== 'customer_create' || last.outcome.kind !== 'value') return '';
  const { name } = rowOf(rowOf(last.outcome.value).customer);
  return typeof name === 'string' ? `"${name}"` : '';
}
