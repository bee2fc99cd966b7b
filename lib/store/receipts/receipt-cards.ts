import 'server-only';
/** What receipts tell of by ids alone, as the cards of their calls have it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals } = schema;

/** Characters of arguments: longer ones are in the chat, and no line of a list. */
const SHORT = 2_000;

export interface ReceiptCard {
  server: string;
  trusted: boolean;
  /** What its companion said would go. */
  preview: { lines: { label: string; value: string; amount?: string | undefined }[] } | null;
  /** The arguments; null: too long for a line. */
  input: unknown;
}

/** The team's cards of these ids, by id. */
export async function findReceiptCards(
  db: Queryable,
  teamId: string,
  ids: string[],
): Promise<Map<string, ReceiptCard>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: approvals.id,
      server: approvals.server,
      trusted: approvals.trusted,
      preview: approvals.preview,
      input: sql<string | null>`case when length(${approvals.input}) <= ${SHORT} then ${approvals.input} end`,
    })
    .from(approvals)
    .where(and(eq(approvals.teamId, teamId), inArray(approvals.id, ids)));
  return new Map(
    rows.map(({ id, input, ...card }) => [id, { ...card, input: input === null ? null : JSON.parse(input) }]),
  );
}
