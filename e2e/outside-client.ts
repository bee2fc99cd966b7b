/** Other people's clients: tokens made as the settings make them, and the MCP client of the protocol's makers. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { App } from './app';
import type { Session } from './session';

/** `auto` speaks the newest version, `legacy` the one before. */
export type Mode = 'auto' | 'legacy';

export async function connectClient(url: string, token: string, mode: Mode, name: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit });
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

export async function makeToken(session: Session, name: string, scopes: string[]): Promise<string> {
  const { body } = await session.call<{ token: string }>('POST', '/api/tokens', { name, scopes, days: 7 });
  return body.token;
}

let customers = 0;

/** Of the member's company, without anything that hangs on it. Returns its id. */
export async function newCustomer(app: App): Promise<string> {
  const name = `Passing Trade ${++customers}`;
  const [row] = await app.sql`insert into customers (id, team_id, name, email)
    select 'cus_' || substr(md5(random()::text), 1, 12), team_id, ${name}, 'passing@amber.test'
    from members join users on users.id = members.user_id where users.email = 'member@amber.test' returning id`;
  return String(row?.id);
}

export async function isThere(app: App, customerId: string): Promise<boolean> {
  return (await app.sql`select 1 from customers where id = ${customerId}`).length === 1;
}
