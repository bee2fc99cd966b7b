/** The model that an admin has connected for a team, beside those of the operator's settings. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { ofTeam, time, users } from './auth';

export const teamModels = pgTable('team_models', {
  /** One a team. */
  teamId: ofTeam().primaryKey(),
  /** Where it is asked; null: OpenAI itself. */
  baseUrl: text('base_url'),
  /** The name that its server knows. */
  model: text('model').notNull(),
  /** The key, encrypted (`lib/models/sealed-key.ts`); null: the server needs none. */
  sealedKey: text('sealed_key'),
  setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
  setAt: time('set_at').notNull().defaultNow(),
});
