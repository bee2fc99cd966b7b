/**
 * Observes how a query of postgres.js settles without awaiting it: the driver sends a query as soon as it is awaited,
 * which would be earlier than drizzle does, ahead of others.
 */
import type { Sql } from 'postgres';

export type Query = ReturnType<Sql['unsafe']>;

/** Called before those who await the query go on. The driver may settle a query more than once. */
interface Ends {
  resolved?: (rows: unknown[]) => void;
  rejected?: (error: unknown) => void;
}

/** @returns the same query */
export function whenSettled(query: Query, { resolved, rejected }: Ends): Query {
  const inner = query as unknown as { resolve(rows: unknown[]): void; reject(error: unknown): void };
  const { resolve, reject } = inner;
  inner.resolve = (rows) => {
    resolved?.(rows);
    resolve(rows);
  };
  inner.reject = (error) => {
    rejected?.(error);
    reject(error);
  };
  return query;
}
