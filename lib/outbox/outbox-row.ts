/** What leaves, and what lets it. */
import type { OutboxRow } from '@/lib/store/outbox';

/** Resolves once it is on its way for good; throws when it is not. */
export type Deliver = (row: OutboxRow) => Promise<void>;
