import 'server-only';
/**
 * Tells the admins that something waits for one of them, in the transaction that asks: by mail and by a webhook,
 * where the operator has set them up. Neither carries anything that decides; both lead to a page that needs a session.
 */
import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import { visible } from '@/lib/text';
import type { ApprovalRow } from './approval-rows';

const { members, outbox, users } = schema;

export interface NotifySettings {
  mail: boolean;
  webhook: boolean;
  /** The address people use, without a slash at its end. */
  appUrl: string;
}

/** Does nothing for a card that its chat's owner may decide: he sits before it. */
export async function notifyAdmins(
  tx: Transaction,
  { teamId, teamName, userId, userName }: Caller,
  row: ApprovalRow,
  { mail, webhook, appUrl }: NotifySettings,
): Promise<void> {
  if (row.requirement === 'ask') return;
  const link = `${appUrl}/approvals`;
  const what = oneLine(row.trusted ? row.title : row.tool);
  const who = oneLine(userName);
  const needs = row.requirement === 'two_admins' ? 'two admins' : 'an admin';
  const body = [
    `${who} asks for "${what}" (server ${oneLine(row.server)}) in the team ${oneLine(teamName)}.`,
    `It needs ${needs} to confirm, and waits until ${row.expiresAt.toISOString()} (UTC).`,
    `What it would do stands on its card: ${link}`,
  ].join('\n\n');
  const admins = mail ? await adminsBut(tx, teamId, userId) : [];
  const mails = admins.map(({ id, email }) => ({
    ...{ id: `asked_${row.id}_${id}`, teamId, recipient: email, body },
    ...{ kind: 'mail' as const, subject: `${who} asks for "${what}"` },
  }));
  const { id: approvalId, server, tool, requirement, requestedAt, expiresAt } = row;
  const event = {
    approvalId,
    server,
    tool,
    requirement,
    requestedBy: userName,
    requestedAt,
    expiresAt,
    url: link,
  };
  const calls = [
    {
      ...{ id: `asked_${row.id}`, teamId, recipient: 'webhook', subject: 'approval.asked' },
      ...{ kind: 'webhook' as const, body: JSON.stringify(event) },
    },
  ];
  const all = [...mails, ...(webhook ? calls : [])];
  if (all.length > 0) await tx.insert(outbox).values(all);
}

function adminsBut(tx: Transaction, teamId: string, requester: string) {
  return tx
    .select({ id: users.id, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.teamId, teamId), eq(members.role, 'admin'), ne(members.userId, requester)));
}

/** Names of others in a mail: one line, short, with everything invisible written out. */
function oneLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' ')).slice(0, 100);
}
