/** What tools say of themselves, as vectors. Of no team: the same wording and model give the same vector. */
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './auth';

/** One signed byte a dimension. */
const bytes = customType<{ data: Int8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length),
  // A copy: what a driver gives may be a part of something much larger.
  fromDriver: (given) => new Int8Array(given),
});

export const toolVectors = pgTable(
  'tool_vectors',
  {
    /** SHA-256 (hex) over the model and the wording. */
    key: text('key').primaryKey(),
    vector: bytes('vector').notNull(),
    /** When a process last read it, to the day: the longest unused goes first. */
    usedAt: time('used_at').notNull().defaultNow(),
  },
  (table) => [index('tool_vectors_used').on(table.usedAt)],
);
