/** Rehearsals: what stands of them with a tool's pin, and those of which nobody compared what they were about. */
import { and, eq, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import { REHEARSAL } from '../calls';
import { insertChat, type NewChat } from '../chats';

const { runs, toolPins } = schema;

/** A tool, as it was when it was taken. */
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

/** What stands of the tool as it is; nothing: it was never taken so, or is off. */
export async function findPin(db: Queryable, pinned: PinnedTool): Promise<PinRow | undefined> {
  const { believed, record, rehearsal } = toolPins;
  const [row] = await db.select({ believed, record, rehearsal }).from(toolPins).where(isIt(pinned));
  return row;
}

/**
 * Switches it off, once: nobody did, but what was found.
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

/** Longer than one takes, with both readings of its record. */
const LONGEST_S = 60;

/** Whether a rehearsal of the tool, since it was proved, was sent and never found to change nothing: its process has died. */
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

/** Where a call stands that an admin confirms beside any conversation: in a chat that is in no list, with nothing in it. */
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
