/** The numbers given to invoices automatically: D-0001 for drafts, INV-0001 once finalised, counted per team. */
import { eq, sql } from 'drizzle-orm';
import { rowsOf } from '../client';
import { teams } from '../schema/auth';
import { invoices } from '../schema/company';
import type { TeamData } from './change';

export type NumberKind = 'D' | 'INV';

/**
 * Of any length, and computed as numeric: a reference that a person chose may look like one of ours and be the highest.
 */
const NUMBER = '[0-9]+$';

/** The next free number, one above the highest, such as "D-0148". Call `lockTeam` first. */
export async function nextReference(data: TeamData, kind: NumberKind): Promise<string> {
  const statement = sql`
    select (coalesce(max(substring(${invoices.reference} from ${NUMBER})::numeric), 0) + 1)::text as next
    from ${invoices}
    where ${invoices.teamId} = ${data.teamId} and ${invoices.reference} ~ ${`^${kind}-${NUMBER}`}`;
  const [row] = await rowsOf<{ next: string }>(data.db, statement);
  if (!row) throw new Error('The database gave no number.');
  return `${kind}-${row.next.padStart(4, '0')}`;
}

/**
 * The next number for a draft. The team's row remembers it, so none is given twice, even after its draft was deleted
 * or finalised.
 */
export async function nextDraftNumber(data: TeamData): Promise<string> {
  const highest = (await nextReference(data, 'D')).slice('D-'.length);
  const [team] = await data.db
    .update(teams)
    .set({ lastDraft: sql`greatest(${teams.lastDraft} + 1, ${highest}::numeric)` })
    .where(eq(teams.id, data.teamId))
    .returning({ number: teams.lastDraft });
  if (!team) throw new Error('The database gave no number.');
  return `D-${team.number.padStart(4, '0')}`;
}

/** Whether a reference has the form of an automatic draft number. */
export function isDraftNumber(reference: string): boolean {
  return new RegExp(`^D-${NUMBER}`).test(reference);
}
