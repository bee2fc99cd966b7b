/** PostgreSQL's search vector of a text. Only ever written and compared, never read. */
import { customType } from 'drizzle-orm/pg-core';

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
