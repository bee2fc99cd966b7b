/**
 * Where a result names the record that its call has created. Only our own tools tell: MCP's hints say that a tool adds
 * or sets something, but never that what it returns did not exist before. Pure.
 */
import { OWN_SERVER } from '@/lib/tools/own-server-name';

const MADE: Readonly<Record<string, string>> = {
  customer_create: 'customer.id',
  order_create: 'order.id',
  invoice_create_draft: 'invoice.id',
};

/** The paths that name it, if the call creates one. */
export function mayCreate({ server, name }: { server: string; name: string }): string[] {
  const path = server === OWN_SERVER && Object.hasOwn(MADE, name) ? MADE[name] : undefined;
  return path === undefined ? [] : [path];
}

/** The same for a call that has run: without records that existed before. */
export function hasCreated(tool: { server: string; name: string }, result: unknown): string[] {
  const { created } = Object(result) as { created?: unknown };
  return created === true ? mayCreate(tool) : [];
}
