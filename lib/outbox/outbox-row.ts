/** What leaves, and what lets it. */
import type { schema } from '@/db/schema/all';

export type OutboxRow = typeof schema.outbox.$inferSelect;

/** Resolves once it is on its way for good; throws when it is not. */
export type Deliver = (row: OutboxRow) => Promise<void>;
