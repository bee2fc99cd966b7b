import 'server-only';
/** What a monitor wants to know. */
import { sql } from 'drizzle-orm';
import { version } from '@/package.json';
import { database } from './database';

export interface Health {
  status: 'ok';
  database: 'postgres' | 'pglite';
  version: string;
}

/** @throws if the database does not answer */
export async function health(): Promise<Health> {
  const { db, kind } = await database();
  await db.execute(sql`select 1`);
  return { status: 'ok', database: kind, version };
}
