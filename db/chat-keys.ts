/** By what chats are looked up, as their indexes have it. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** It will be erased one day: it was deleted, or is not kept. */
export const isToErase = (chats: Record<'deletedAt' | 'temporary' | 'erasedAt', SQLWrapper>): SQL =>
  sql`(${chats.deletedAt} is not null or ${chats.temporary}) and ${chats.erasedAt} is null`;
