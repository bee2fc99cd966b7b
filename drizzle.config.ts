/** For `npm run db:generate`: writes a migration from what the schema says by now. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'auth',
    'authorization',
    'company',
    'conversation',
    'ledger',
    'elicitations',
    'policy',
    'people/factors',
    'facts',
    'feedback',
    'folders',
    'grants',
    'preferences',
    'push',
    'receipts',
    'servers',
    'shares',
    'people/single-sign-on',
    'summaries',
    'team-models',
    'tokens',
    'outside-requests',
    'tool-memory',
    'tool-vectors',
    'uploads',
  ].map((name) => `./db/schema/${name}.ts`),
  out: './db/migrations',
});
