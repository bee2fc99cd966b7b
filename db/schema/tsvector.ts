/** PostgreSQL's words of a text, by which it is searched. Only ever written and compared, never read. */
import { customType } from 'drizzle-orm/pg-core';

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
