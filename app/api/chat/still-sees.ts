/** Whether the person behind a request may still read a chat that is being streamed to them. */
import type { Database } from '@/db/client';
import { getCaller } from '@/lib/auth/session';
import { canSeeChat } from '@/lib/runs/read-chats';
import { unlessOver } from '@/lib/single-sign-on/still-there';

export const stillSees = (db: Database, headers: Headers, chatId: string) => async (): Promise<boolean> => {
  const caller = await unlessOver(getCaller(headers));
  return caller !== null && canSeeChat(db, caller, chatId);
};
