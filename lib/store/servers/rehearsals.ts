/** Rehearsals: what a tool's pin says of them, and those that were sent without being compared. */
import { and, eq, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { REHEARSAL } from '../calls';
import { insertChat, type NewChat } from '../chats';

const { runs, toolPins } = schema;

/** A tool, as it was when it was accepted. */
export interface PinnedTool {
  teamId: string;
  server: string;
  tool: string;
  /** The hash of its definition. */
  of: string;
}

const isIt = ({ teamId, server, tool, of }: PinnedTool) =>
  and(
    ...[eq(toolPins.teamId, teamId), eq(toolPins.server, server), eq(toolPins.tool, tool)],
    ...[eq(toolPins.definitionHash, of), eq(toolPins.state, 'on')],
  );

export type PinRow = Pick<typeof toolPins.$inferSelect, 'believed' | 'record' | 'rehearsal'>;

/** The pin of the tool as it is; nothing if it was never accepted like this, or is off. */
export async function findPin(db: Queryable, pinned: PinnedTool): Promise<PinRow | undefined> {
  const { believed, record, rehearsal } = toolPins;
  const [row] = await db.select({ believed, record, rehearsal }).from(toolPins).where(isIt(pinned));
  return row;
}

/**
 * Switches it off once, because of what was found rather than by a person.
 * @returns whether it was on
 */
export async function switchOff(
  tx: Transaction,
  pinned: PinnedTool,
  rehearsal: NonNullable<PinRow['rehearsal']>,
): Promise<boolean> {
  const off = await tx
    .update(toolPins)
    .set({ rehearsal, reason: 'unrehearsed', setBy: null, setAt: sql`now()` })
    .where(and(isIt(pinned), sql`${toolPins.rehearsal} ->> 'state' = 'on'`))
    .returning({ tool: toolPins.tool });
  return off.length > 0;
}

/** Longer than a rehearsal takes, with both readings of its record. */
const LONGEST_S = 60;

/** Whether a rehearsal sent since the tool's was proven was never found to change nothing, because its process died. */
export async function isAnyUncompared(db: Queryable, { teamId, server, tool }: PinnedTool): Promise<boolean> {
  const [found] = await rowsOf<{ some: boolean }>(
    db,
    sql`select exists (select 1 from calls join tool_pins as pin on pin.team_id = calls.team_id and pin.server = calls.server
        and pin.tool = calls.tool
      where calls.team_id = ${teamId} and calls.server = ${server} and calls.tool = ${tool}
        and calls.step = 0 and starts_with(calls.tool_call_id, ${sql.raw(`'${REHEARSAL}'`)}) and calls.attempts > 0
        and calls.created_at > pin.set_at and calls.created_at < now() - make_interval(secs => ${LONGEST_S})
        and calls.sealed_at is null) as some`,
  );
  return found?.some ?? false;
}

/** The place of a call that an admin confirms outside any conversation: an empty chat that is in no list. */
export async function insertPlace(
  tx: Transaction,
  chat: Omit<NewChat, 'temporary'>,
  runId: string,
  owner: string,
): Promise<void> {
  await insertChat(tx, { ...chat, temporary: true });
  const run = { id: runId, chatId: chat.id, userMessageId: '', messageId: '', owner };
  await tx.insert(runs).values({ ...run, status: 'done', endedAt: sql`now()` });
}
