/** The demo company as the story needs it: customers to delete, and the inbox of the person who decides. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Session } from '../../e2e/session.ts';
import type { ApprovalView } from '../../lib/approvals/approval-view.ts';

/** A new agent is started for each call. */
const CARD_MS = 120_000;
/** All the rights of a member. */
const SCOPES = [
  'customers',
  'orders',
  'invoices',
  'transactions',
  'accounts',
  'categories',
  'reports',
  'web',
].flatMap((entity) => [`${entity}.read`, `${entity}.write`]);

export class Company {
  private customers = 0;
  private readonly person: Session;
  private readonly looker: Client;

  private constructor(person: Session, looker: Client) {
    this.person = person;
    this.looker = looker;
  }

  static async open(person: Session): Promise<Company> {
    const looker = new Client({ name: 'looker', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${await makeToken(person, 'Looker')}` } };
    await looker.connect(
      new StreamableHTTPClientTransport(new URL(`${person.url}/api/mcp`), { requestInit }),
    );
    return new Company(person, looker);
  }

  token(name: string): Promise<string> {
    return makeToken(this.person, name);
  }

  /** Adds one and returns its id. */
  async customer(): Promise<string> {
    const name = `Interop ${Date.now().toString(36)} ${++this.customers}`;
    const { structuredContent } = await this.looker.callTool({
      name: 'customer_create',
      arguments: { name },
    });
    return (structuredContent as { customer: { id: string } }).customer.id;
  }

  async isThere(customerId: string): Promise<boolean> {
    const answer = await this.looker.callTool({ name: 'customers_get', arguments: { customerId } });
    return answer.isError !== true;
  }

  /** The card that a client with this token waits for. @throws if none appears */
  async card(token: string): Promise<ApprovalView> {
    const until = Date.now() + CARD_MS;
    while (Date.now() < until) {
      const { body } = await this.person.call<{ approvals: ApprovalView[] }>(
        'GET',
        '/api/approvals?status=pending&limit=100',
      );
      const found = body.approvals.find(
        ({ through, status }) => through?.token === token && status === 'pending',
      );
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('no card came');
  }

  async decide(card: ApprovalView, decision: 'confirm' | 'cancel'): Promise<void> {
    await this.person.decide(card.id, decision);
  }

  async close(): Promise<void> {
    await this.looker.close();
  }
}

async function makeToken(person: Session, name: string): Promise<string> {
  const { body, status } = await person.call<{ token: string }>('POST', '/api/tokens', {
    name,
    scopes: SCOPES,
    days: 7,
  });
  if (status !== 201) throw new Error(`No token: ${status} ${JSON.stringify(body)}`);
  return body.token;
}
