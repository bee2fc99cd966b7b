import 'server-only';
/**
 * Tells the admins that something waits for one of them, in the transaction that asks: by mail and by a webhook,
 * where the operator has set them up. What one answer asks for within a few seconds is told at once. Neither carries
 * anything that decides; both lead to a page that needs a session.
 */
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import { visible } from '@/lib/values/text';
import type { ApprovalRow } from './approval-rows';

const { approvals, members, outbox, users } = schema;

export interface NotifySettings {
  mail: boolean;
  webhook: boolean;
  /** The address people use, without a slash at its end. */
  appUrl: string;
}

/** So long after each card a notification waits for the next one of the same answer, in seconds. */
const GATHERS_S = 3;

/** Where a notification goes. */
interface Receiver {
  kind: 'mail' | 'webhook';
  recipient: string;
  /** What stands in the outbox's id behind the card's. */
  suffix: string;
}

/** Does nothing for a card that its chat's owner may decide: he sits before it. */
export async function notifyAdmins(
  tx: Transaction,
  caller: Caller,
  row: ApprovalRow,
  settings: NotifySettings,
): Promise<void> {
  if (row.requirement === 'ask') return;
  const receivers = await receiversOf(tx, caller, settings);
  if (receivers.length === 0) return;
  const waiting = await waitingIn(tx, row);
  for (const receiver of receivers) {
    const cards = (await gatheredFor(tx, receiver, waiting)) ?? [row];
    const told = tell(caller, cards, receiver.kind, `${settings.appUrl}/approvals`);
    const createdAt = sql`clock_timestamp() + make_interval(secs => ${GATHERS_S})`;
    const id = idOf(cards[0] ?? row, receiver);
    const { kind, recipient } = receiver;
    const values = { id, teamId: caller.teamId, kind, recipient, ...told, createdAt };
    await tx
      .insert(outbox)
      .values(values)
      .onConflictDoUpdate({ target: outbox.id, set: { ...told, createdAt } });
  }
}

/**
 * What was not on its way yet need not leave: all that the call asked for is withdrawn. What is just being sent
 * is left alone.
 */
export async function forgetNotices(tx: Transaction, runId: string): Promise<void> {
  await tx.execute(sql`delete from outbox where id in (select outbox.id from outbox
    join approvals on approvals.run_id = ${runId} and starts_with(outbox.id, 'asked_' || approvals.id)
    where outbox.status = 'pending' and outbox.attempts = 0 for update of outbox skip locked)`);
}

async function receiversOf(
  tx: Transaction,
  { teamId, userId }: Caller,
  { mail, webhook }: NotifySettings,
): Promise<Receiver[]> {
  const admins = mail ? await adminsBut(tx, teamId, userId) : [];
  const mails = admins.map(({ id, email }) => ({
    kind: 'mail' as const,
    recipient: email,
    suffix: `_${id}`,
  }));
  const hook = { kind: 'webhook' as const, recipient: 'webhook', suffix: '' };
  return webhook ? [...mails, hook] : mails;
}

const idOf = ({ id }: ApprovalRow, { suffix }: Receiver) => `asked_${id}${suffix}`;

/** The cards of the answer that wait for an admin, this one with them; as they were asked. */
function waitingIn(tx: Transaction, { runId }: ApprovalRow): Promise<ApprovalRow[]> {
  const waits = and(
    eq(approvals.kind, 'ask'),
    eq(approvals.status, 'pending'),
    ne(approvals.requirement, 'ask'),
  );
  return tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.runId, runId), waits))
    .orderBy(asc(approvals.requestedAt), asc(approvals.id));
}

/**
 * What a notification that is not on its way yet has to tell now: it is named after the first card that it tells of.
 * @returns nothing where none waits. Held until the transaction ends: whoever sends leaves out what is held
 */
async function gatheredFor(
  tx: Transaction,
  receiver: Receiver,
  waiting: readonly ApprovalRow[],
): Promise<ApprovalRow[] | undefined> {
  const ids = waiting.map((card) => idOf(card, receiver));
  const [open] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        inArray(outbox.id, ids),
        eq(outbox.status, 'pending'),
        eq(outbox.attempts, 0),
        gt(outbox.createdAt, sql`clock_timestamp()`),
      ),
    )
    .limit(1)
    .for('update', { skipLocked: true });
  return open && waiting.slice(ids.indexOf(open.id));
}

/** What leaves, of one card or of several. */
function tell(caller: Caller, cards: readonly ApprovalRow[], kind: Receiver['kind'], link: string) {
  if (kind === 'webhook') {
    const told = cards.map(({ id: approvalId, server, tool, requirement, requestedAt, expiresAt }) => ({
      ...{ approvalId, server, tool, requirement, requestedAt, expiresAt },
    }));
    const event = { requestedBy: caller.userName, approvals: told, url: link };
    return { subject: 'approval.asked', body: JSON.stringify(event) };
  }
  const [first] = cards;
  const what = cards.length === 1 && first ? titleOf(first) : `${cards.length} calls`;
  const subject = `${named(caller.userName)} asks for ${what}`;
  const body = [
    `${subject} in the team ${named(caller.teamName)}.`,
    ...cards.map(lineOf),
    `What it would do stands on ${cards.length === 1 ? 'its card' : 'their cards'}: ${link}`,
  ];
  return { subject, body: body.join('\n\n') };
}

function lineOf(card: ApprovalRow): string {
  const needs = card.requirement === 'two_admins' ? 'two admins' : 'an admin';
  const until = card.expiresAt.toISOString();
  return `${titleOf(card)} (server ${named(card.server)}) needs ${needs} to confirm, and waits until ${until} (UTC).`;
}

const titleOf = ({ trusted, title, tool }: ApprovalRow) => named(trusted ? title : tool);

function adminsBut(tx: Transaction, teamId: string, requester: string) {
  return tx
    .select({ id: users.id, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.teamId, teamId), eq(members.role, 'admin'), ne(members.userId, requester)));
}

/**
 * A name of others in a mail: one line, short, in quotes, with everything invisible written out. Mail programs make a link of
 * whatever looks like an address, so none does.
 */
export function named(text: string): string {
  const line = visible(text.replaceAll(/\s+/g, ' ')).slice(0, 100).replaceAll('"', "'");
  const defused = line.replaceAll(/[.@\u3002\uff0e\uff20\uff61](?=\S)/g, '[$&]').replaceAll('://', '[://]');
  return `"${defused}"`;
}
