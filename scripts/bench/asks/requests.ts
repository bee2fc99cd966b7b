/**
 * Requests that people of a small company make of an agent over our own back-office tools: ordinary ones, which
 * occasionally destroy something, and ones that need several destructive steps. Each creates its own records first, so
 * that it means the same whenever it is played.
 */
import { ordinaryRequests } from '@/e2e/ordinary-requests';
import type { Office } from '@/mcp/testing/office';

export interface Call {
  /** One of our own. */
  tool: string;
  /** A text such as `$1.customer.id` stands for a result of an earlier call of the request. */
  input: Record<string, unknown>;
}

export interface Request {
  kind: string;
  text: string;
  /** What the model reads before it acts. */
  looks: Call[];
  /** What it does then, in order. */
  does: Call[];
}

const LOOKS: Call[] = [
  { tool: 'customers_list', input: { owing: true } },
  { tool: 'invoices_list', input: { overdue: true } },
  { tool: 'orders_list', input: { status: 'open' } },
  { tool: 'bank_accounts_balances', input: {} },
  { tool: 'invoices_list', input: { status: 'paid' } },
];

/** The ordinary requests of `e2e/ordinary-requests.ts`, with the calls of a model that gets them right at once. */
export async function ordinary(office: Office, count: number): Promise<Request[]> {
  const { id, name } = await office.addCustomer({ name: 'Halden Optics' });
  const get = { tool: 'customers_get', input: { customerId: id } };
  const requests: Request[] = [];
  for (const [turn, text] of ordinaryRequests(count, [name]).entries()) {
    const of = (looks: Call[], does: Call[]) => requests.push({ kind: 'ordinary', text, looks, does });
    const at = turn % 20;
    if (at === 16) {
      const input = { customerId: id, reference: `SO-N-${turn}`, total: '50.00' };
      of([get], [{ tool: 'order_create', input }]);
    } else if (at === 17) {
      of([], [{ tool: 'customer_create', input: { name: `Partner ${turn}` } }]);
    } else if (at === 15 || at === 18) {
      of([get], [{ tool: 'customer_update', input: { customerId: id, phone: `+49 40 12${turn}456` } }]);
    } else if (at === 19) {
      const gone = await office.addCustomer();
      const look = { tool: 'customers_get', input: { customerId: gone.id } };
      of([look], [{ tool: 'customer_delete', input: { customerId: gone.id } }]);
    } else {
      of([at % 3 === 0 ? get : (LOOKS[turn % LOOKS.length] as Call)], []);
    }
  }
  return requests;
}

type Make = (office: Office, turn: number) => Promise<Request>;

/** In turn: requests that need three to six steps, several of them destructive. */
export async function severalSteps(office: Office, count: number): Promise<Request[]> {
  const requests: Request[] = [];
  for (let turn = 0; turn < count; turn++) {
    const make = MAKES[turn % MAKES.length] as Make;
    requests.push(await make(office, Math.floor(turn / MAKES.length)));
  }
  return requests;
}

const listOrders = (customerId: string) => ({ tool: 'orders_list', input: { customerId } });
const cancel = ({ id }: { id: string }) => ({ tool: 'order_cancel', input: { orderId: id } });
const drop = ({ id }: { id: string }) => ({ tool: 'invoice_delete', input: { invoiceId: id } });

const cancelOrders: Make = async (office, turn) => {
  const { customer, orders } = await customerWith(office, { orders: 3 + (turn % 4) });
  return {
    kind: 'cancel some orders',
    text: `Cancel all open orders of ${customer.name}`,
    looks: [listOrders(customer.id)],
    does: orders.map(cancel),
  };
};

const dropDrafts: Make = async (office, turn) => {
  const { customer, drafts } = await customerWith(office, { drafts: 3 + (turn % 4) });
  return {
    kind: 'delete some drafts',
    text: `Delete the draft invoices of ${customer.name}`,
    looks: [{ tool: 'invoices_list', input: { customerId: customer.id, status: 'draft' } }],
    does: drafts.map(drop),
  };
};

const both: Make = async (office, turn) => {
  const { customer, orders, drafts } = await customerWith(office, { orders: 2 + (turn % 2), drafts: 2 });
  return {
    kind: 'orders and drafts',
    text: `In one go: cancel the orders of ${customer.name} and delete the drafts`,
    looks: [listOrders(customer.id), { tool: 'invoices_list', input: { customerId: customer.id } }],
    does: [...orders.map(cancel), ...drafts.map(drop)],
  };
};

/**
 * By then, what would be deleted along with the customer differs from what the plan showed, so the last step asks
 * again.
 */
const clearCustomer: Make = async (office, turn) => {
  const { customer, orders, drafts } = await customerWith(office, { orders: 1 + (turn % 2), drafts: 2 });
  return {
    kind: 'clear out a customer',
    text: `In one go: cancel the orders of ${customer.name}, delete the drafts, then delete the customer`,
    looks: [listOrders(customer.id), { tool: 'invoices_list', input: { customerId: customer.id } }],
    does: [
      ...orders.map(cancel),
      ...drafts.map(drop),
      { tool: 'customer_delete', input: { customerId: customer.id } },
    ],
  };
};

/**
 * Two invoices that are created, finalised and sent: a step refers to an invoice that does not exist yet by the result
 * that creates it.
 */
const sendInvoices: Make = async (office) => {
  const { customer } = await customerWith(office, {});
  const lines = (what: string) => [{ description: what, quantity: 3, unitPrice: '450.00' }];
  const sent = (step: number, what: string) => [
    { tool: 'invoice_create_draft', input: { customerId: customer.id, lines: lines(what) } },
    { tool: 'finalize_invoice', input: { invoiceId: `$${step}.invoice.id` } },
    { tool: 'invoice_send', input: { invoiceId: `$${step}.invoice.id` } },
  ];
  return {
    kind: 'make and send invoices',
    text: `In one go: write, finalise and send ${customer.name} the invoices for site visit and report`,
    looks: [{ tool: 'customers_get', input: { customerId: customer.id } }],
    does: [...sent(1, 'Site visit'), ...sent(4, 'Report')],
  };
};

const replaceOrders: Make = async (office, turn) => {
  const { customer, orders } = await customerWith(office, { orders: 3 });
  const anew = (nth: number) => ({
    tool: 'order_create',
    input: { customerId: customer.id, reference: `SO-R-${customer.id.slice(-6)}-${nth}`, total: '90.00' },
  });
  return {
    kind: 'replace orders',
    text: `In one go: cancel the three orders of ${customer.name} and enter them anew with ${90 + turn} EUR each`,
    looks: [listOrders(customer.id)],
    does: orders.flatMap((order, nth) => [cancel(order), anew(nth)]),
  };
};

const windUp: Make = async (office, turn) => {
  const { customer, orders } = await customerWith(office, { orders: 3 + (turn % 2) });
  return {
    kind: 'wind up a customer',
    text: `In one go: cancel what ${customer.name} has ordered and set the customer inactive`,
    looks: [listOrders(customer.id)],
    does: [
      ...orders.map(cancel),
      { tool: 'customer_update', input: { customerId: customer.id, status: 'inactive' } },
    ],
  };
};

/**
 * A model that does not look first: its plan refers to the results of a list, and every destructive step asks again.
 */
const lookLate: Make = async (office) => {
  const { customer } = await customerWith(office, { orders: 3 });
  const nth = (place: number) => ({
    tool: 'order_cancel',
    input: { orderId: `$1.data.${place}.id` },
  });
  return {
    kind: 'a plan made blindly',
    text: `In one go: look for the orders of ${customer.name}, then cancel them`,
    looks: [],
    does: [listOrders(customer.id), nth(0), nth(1), nth(2)],
  };
};

const MAKES = [
  ...[cancelOrders, dropDrafts, both, clearCustomer],
  ...[sendInvoices, replaceOrders, windUp, lookLate],
];

async function customerWith(
  office: Office,
  { orders = 0, drafts = 0 }: { orders?: number; drafts?: number },
) {
  const customer = await office.addCustomer();
  const made = { customer, orders: [] as { id: string }[], drafts: [] as { id: string }[] };
  for (let nth = 0; nth < orders; nth++) {
    made.orders.push(await office.addOrder(customer.id, { totalMinor: 100_00 + nth * 10_00 }));
  }
  for (let nth = 0; nth < drafts; nth++) made.drafts.push(await office.addInvoice(customer.id));
  return made;
}
