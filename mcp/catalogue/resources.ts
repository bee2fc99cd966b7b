/**
 * Our records as resources, for clients that attach them. Each resource is read by calling one of our reading tools, so
 * the same scopes, rules and records apply; if the tool does not exist for a caller, neither does the resource.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../define-tool';
import { bankAccountsBalances } from '../tools/accounts/bank-accounts-balances';
import { customersGet } from '../tools/customers/customers-get';
import { customersList } from '../tools/customers/customers-list';
import { invoicesGet } from '../tools/invoices/invoices-get';
import { ordersGet } from '../tools/orders/orders-get';

/** Calls a tool: directly, or through the gate in front of it. */
export type CallTool = (
  tool: ToolDefinition,
  args: unknown,
  request: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

interface Collection {
  name: string;
  uri: string;
  title: string;
  description: string;
  tool: ToolDefinition;
  args: Record<string, unknown>;
}

const MOST_ROWS = 100;

const COLLECTIONS: readonly Collection[] = [
  {
    name: 'owing',
    uri: 'amber://customers-who-owe',
    title: 'Customers who owe us',
    description: 'Customers with unpaid invoices, the largest debt first, with days overdue.',
    tool: customersList,
    args: { owing: true, limit: MOST_ROWS },
  },
  {
    name: 'balances',
    uri: 'amber://balances',
    title: 'Balances',
    description: 'What stands on each bank account.',
    tool: bankAccountsBalances,
    args: {},
  },
];

interface Kind {
  name: string;
  /** What a record can be found by, besides its id. */
  key: 'name' | 'reference';
  id: string;
  title: string;
  description: string;
  tool: ToolDefinition;
}

const KINDS: readonly Kind[] = [
  {
    name: 'customer',
    key: 'name',
    id: 'customerId',
    title: 'Customer',
    tool: customersGet,
    description: 'One customer by id or exact name, with what is open: amber://customers/Halden%20Optics',
  },
  {
    name: 'order',
    key: 'reference',
    id: 'orderId',
    title: 'Order',
    tool: ordersGet,
    description: 'One order by id or exact reference: amber://orders/SO-2291',
  },
  {
    name: 'invoice',
    key: 'reference',
    id: 'invoiceId',
    title: 'Invoice',
    tool: invoicesGet,
    description: 'One invoice with its lines, by id or exact reference: amber://invoices/INV-1182',
  },
];

const MIME = 'application/json';
/** Row ids, as in `db/ids.ts`. */
const ID = /^[a-z]{3}_[0-9a-f]{12}$/;

/** The name of the tool that answers an address of ours, or all addresses of a template; nothing if it is not ours. */
export function toolOfResource(address: string): string | undefined {
  // Normalised as readers do it: `AMBER://` and a leading space make no difference.
  const plain = URL.parse(address)?.href ?? address;
  const [, first] = /^amber:\/\/([^/]+)/.exec(plain) ?? [];
  const kind = KINDS.find(({ name }) => first === `${name}s`);
  return (kind ?? COLLECTIONS.find(({ uri }) => uri === plain))?.tool.name;
}

/** @param offered the tools that exist for the caller */
export function registerResources(
  server: McpServer,
  offered: ReadonlySet<ToolDefinition>,
  call: CallTool,
): void {
  for (const { name, uri, title, description, tool, args } of COLLECTIONS) {
    if (!offered.has(tool)) continue;
    server.registerResource(name, uri, { title, description, mimeType: MIME }, async (at, request) =>
      contentsOf(at, await call(tool, args, request)),
    );
  }
  for (const { name, key, id, title, description, tool } of KINDS) {
    if (!offered.has(tool)) continue;
    const template = new ResourceTemplate(`amber://${name}s/{${name}}`, { list: undefined });
    const config = { title, description, mimeType: MIME };
    server.registerResource(name, template, config, async (at, variables, request) => {
      const one = named(at, variables[name]);
      return contentsOf(at, await call(tool, { [ID.test(one) ? id : key]: one }, request));
    });
  }
}

function named(at: URL, variable: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(variable));
  } catch {
    throw new ResourceNotFoundError(at.href, `The address ${at.href} is not encoded as addresses are.`);
  }
}

/** @throws ResourceNotFoundError with the tool's own words if it found nothing or did not run */
function contentsOf(at: URL, answer: CallToolResult | InputRequiredResult) {
  if (!('content' in answer)) return answer as InputRequiredResult;
  const { isError, structuredContent, content } = answer as CallToolResult;
  if (isError) {
    const words = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    throw new ResourceNotFoundError(at.href, words);
  }
  if (!structuredContent) {
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      'The answer was lost on its way. Read it again.',
    );
  }
  return { contents: [{ uri: at.href, mimeType: MIME, text: JSON.stringify(structuredContent) }] };
}
