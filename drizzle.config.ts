/** For `npm run db:generate`: writes a migration from what the schema says by now. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./db/schema/auth.ts', './db/schema/company.ts', './db/schema/conversation.ts'],
  out: './db/migrations',
});
