/** What leaves, and what lets it. */
import type { OutboxRow } from '@/lib/store/outbox';

/** Resolves once it is handed over for good; throws if it is not. */
export type Deliver = (row: OutboxRow) => Promise<void>;
