/** Tools' own descriptions, as vectors. They belong to no team: the same wording and model give the same vector. */
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './auth';

/** One signed byte per dimension. */
const bytes = customType<{ data: Int8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length),
  // A copy: the driver's buffer may be part of something much larger.
  fromDriver: (given) => new Int8Array(given),
});

export const toolVectors = pgTable(
  'tool_vectors',
  {
    /** SHA-256 (hex) over the model and the wording. */
    key: text('key').primaryKey(),
    vector: bytes('vector').notNull(),
    /** When a process last read it, to the day: those unused for longest are deleted first. */
    usedAt: time('used_at').notNull().defaultNow(),
  },
  (table) => [index('tool_vectors_used').on(table.usedAt)],
);
