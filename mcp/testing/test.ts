/**
 * `test` with an `office` (a new team) and a `client` of its admin, or the `demo` (its admin as the caller), on a
 * PostgreSQL database that the file's tests share. Every tool also runs on the embedded database, in
 * `mcp/tools/hints.test.ts`.
 */
import { test as base } from 'vitest';
import { loadDemo } from '@/db/demo/load';
import { type TestDatabase, testDatabases } from '@/db/testing/databases';
import { demoAdmin } from './demo-admin';
import { Office } from './office';
import { ToolsClient } from './tools-client';

export const test = base
  .extend('kind', { scope: 'file' }, 'postgres')
  .extend('database', { scope: 'file' }, async ({ kind }, { onCleanup }) => {
    const opened = await databaseOf(kind).open();
    onCleanup(() => opened.close());
    return opened.db;
  })
  .extend('office', ({ database }) => Office.open(database))
  .extend('client', ({ office }) => ToolsClient.connect(office.context()))
  .extend('demo', { scope: 'file' }, async ({ database }) => {
    await loadDemo(database, new Date());
    return demoAdmin(database);
  });

function databaseOf(kind: string): TestDatabase {
  const found = testDatabases.find(({ name }) => name === kind);
  if (!found) throw new Error(`There is no ${kind} among the test databases.`);
  return found;
}
