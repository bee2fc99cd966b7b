/** Expressions by which chats are found, exactly as their indexes have them. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** It will be erased at some time: it was deleted, or is temporary. */
export const isToErase = (chats: Record<'deletedAt' | 'temporary' | 'erasedAt', SQLWrapper>): SQL =>
  sql`(${chats.deletedAt} is not null or ${chats.temporary}) and ${chats.erasedAt} is null`;
