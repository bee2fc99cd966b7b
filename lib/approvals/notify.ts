import 'server-only';
/**
 * Tells the admins that something waits for one of them, in the transaction that asks: by mail and by a webhook, if the
 * operator has set them up. Requests of one answer within a few seconds are sent together. Neither message can decide
 * anything; both link to a page that requires a session.
 */
import type { Transaction } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { type ApprovalRow, listWaitingForAdmins } from '@/lib/store/approvals';
import { lockNoticeNotDue, upsertNotice } from '@/lib/store/outbox';
import { listAdminsBut } from '@/lib/store/people';
import { visible, withSingleQuotes } from '@/lib/values/text';

export interface NotifySettings {
  mail: boolean;
  webhook: boolean;
  /** The address that people use, without a trailing slash. */
  appUrl: string;
}

/** After each card, a notification waits this long for further ones of the same answer, in seconds. */
const GATHERS_S = 3;

/** Where a notification goes. */
interface Receiver {
  kind: 'mail' | 'webhook';
  recipient: string;
  /** The suffix of the outbox row's id, after the card's id. */
  suffix: string;
}

/** Does nothing for a card that its chat's owner may decide, since they have it in front of them. */
export async function notifyAdmins(
  tx: Transaction,
  caller: Caller,
  row: ApprovalRow,
  settings: NotifySettings,
): Promise<void> {
  if (row.requirement === 'ask') return;
  const receivers = await receiversOf(tx, caller, settings);
  if (receivers.length === 0) return;
  const waiting = await listWaitingForAdmins(tx, row.runId);
  for (const receiver of receivers) {
    const cards = (await gatheredFor(tx, receiver, waiting)) ?? [row];
    const told = tell(caller, cards, receiver.kind, `${settings.appUrl}/approvals`);
    const id = idOf(cards[0] ?? row, receiver);
    const { kind, recipient } = receiver;
    await upsertNotice(tx, { id, teamId: caller.teamId, kind, recipient, ...told }, GATHERS_S);
  }
}

async function receiversOf(
  tx: Transaction,
  { teamId, userId }: Caller,
  { mail, webhook }: NotifySettings,
): Promise<Receiver[]> {
  const admins = mail ? await listAdminsBut(tx, teamId, userId) : [];
  const mails = admins.map(({ id, email }) => ({
    kind: 'mail' as const,
    recipient: email,
    suffix: `_${id}`,
  }));
  const hook = { kind: 'webhook' as const, recipient: 'webhook', suffix: '' };
  return webhook ? [...mails, hook] : mails;
}

const idOf = ({ id }: ApprovalRow, { suffix }: Receiver) => `asked_${id}${suffix}`;

/**
 * The cards that an unsent notification has to tell about; it is named after the first of them.
 * @returns nothing if there is none. Locked until the transaction ends: senders skip locked rows
 */
async function gatheredFor(
  tx: Transaction,
  receiver: Receiver,
  waiting: readonly ApprovalRow[],
): Promise<ApprovalRow[] | undefined> {
  const ids = waiting.map((card) => idOf(card, receiver));
  const id = await lockNoticeNotDue(tx, ids);
  return id === undefined ? undefined : waiting.slice(ids.indexOf(id));
}

/** What is sent, for one card or several. */
function tell(caller: Caller, cards: readonly ApprovalRow[], kind: Receiver['kind'], link: string) {
  if (kind === 'webhook') {
    const told = cards.map(({ id: approvalId, server, tool, requirement, requestedAt, expiresAt }) => ({
      approvalId,
      server,
      tool,
      requirement,
      requestedAt,
      expiresAt,
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

/**
 * A foreign name in a mail: on one line, short, in quotes, with invisible characters made visible. Mail programs make
 * links of whatever looks like an address, which is prevented.
 */
export function named(text: string): string {
  const line = visible(withSingleQuotes(text).replaceAll(/\s+/g, ' ')).slice(0, 100);
  const defused = line.replaceAll(/[.@\u3002\uff0e\uff20\uff61](?=\S)/g, '[$&]').replaceAll('://', '[://]');
  return `"${defused}"`;
}
