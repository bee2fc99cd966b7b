/** Mail to be sent. It is written in the transaction of the change that causes it; a sender delivers it later. */

import { outbox } from '../schema/company';
import type { TeamData } from './change';

export interface Mail {
  /** Derived from what causes the mail, so that the same cause never sends it twice. */
  id: string;
  recipient: string;
  subject: string;
  body: string;
  /** Whoever reads this mail could take over the recipient's account. */
  isSecret?: boolean;
}

/** @throws a unique violation when a mail with this id was written before */
export async function queueMail(data: TeamData, mail: Mail): Promise<void> {
  await data.db.insert(outbox).values({ ...mail, teamId: data.teamId });
}
