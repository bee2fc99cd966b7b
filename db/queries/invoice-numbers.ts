/** The numbers that invoices get by themselves: D-0001 for drafts, INV-0001 from finalising on, per team. */
import { sql } from 'drizzle-orm';
import type { TeamData } from '../change';
import { rowsOf } from '../client';
import { invoices } from '../schema/company';

export type NumberKind = 'D' | 'INV';

/** Nine digits at most, so that a reference somebody chose cannot push the numbers out of bounds. */
const NUMBER = '[0-9]{1,9}$';

/** The number after the highest one, such as "D-0148". Call `lockTeam` first. */
export async function nextReference(data: TeamData, kind: NumberKind): Promise<string> {
  const statement = sql`
    select coalesce(max(substring(${invoices.reference} from ${NUMBER})::int), 0) + 1 as next
    from ${invoices}
    where ${invoices.teamId} = ${data.teamId} and ${invoices.reference} ~ ${`^${kind}-${NUMBER}`}`;
  const [row] = await rowsOf<{ next: number }>(data.db, statement);
  if (!row) throw new Error('The database gave no number.');
  return `${kind}-${String(row.next).padStart(4, '0')}`;
}

/** Whether a draft's reference was given out by us, and not chosen by a person. */
export function isDraftNumber(reference: string): boolean {
  return new RegExp(`^D-${NUMBER}`).test(reference);
}
