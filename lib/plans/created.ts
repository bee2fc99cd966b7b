/**
 * Where a result names the record that its call has made. Only our own tools tell: hints of MCP say that a tool adds or sets, never that
 * what it answers was not there before. Pure.
 */
import { OWN_SERVER } from '@/lib/tools/own-server-name';

const MADE: Readonly<Record<string, string>> = {
  customer_create: 'customer.id',
  order_create: 'order.id',
  invoice_create_draft: 'invoice.id',
};

/** Paths that name it, where the call makes one. */
export function mayCreate({ server, name }: { server: string; name: string }): string[] {
  const path = server === OWN_SERVER && Object.hasOwn(MADE, name) ? MADE[name] : undefined;
  return path === undefined ? [] : [path];
}

/** The same of a call that has run: what was there already was not made by it. */
export function hasCreated(tool: { server: string; name: string }, result: unknown): string[] {
  const { created } = Object(result) as { created?: unknown };
  return created === true ? mayCreate(tool) : [];
}
