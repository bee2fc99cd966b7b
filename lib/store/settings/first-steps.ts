import 'server-only';
/** How far a team has come in setting itself up. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { bankAccounts, chats, customers, invitations, members, messages, teamServers } = schema;

export interface TeamStart {
  /** Customers or bank accounts. */
  hasRecords: boolean;
  /** A server that an admin has added. */
  hasServer: boolean;
  /** Somebody else is in the team, or was invited. */
  hasInvited: boolean;
  /** This person has asked something. */
  hasAsked: boolean;
}

export async function findTeamStart(
  db: Queryable,
  { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>,
): Promise<TeamStart> {
  const [row] = await rowsOf<TeamStart>(
    db,
    sql`select
      exists (select 1 from ${customers} where ${customers.teamId} = ${teamId})
        or exists (select 1 from ${bankAccounts} where ${bankAccounts.teamId} = ${teamId}) as "hasRecords",
      exists (select 1 from ${teamServers} where ${teamServers.teamId} = ${teamId}) as "hasServer",
      exists (select 1 from ${invitations} where ${invitations.teamId} = ${teamId})
        or exists (select 1 from ${members} where ${members.teamId} = ${teamId} and ${members.userId} <> ${userId}) as "hasInvited",
      exists (select 1 from ${chats} join ${messages} on ${messages.chatId} = ${chats.id}
        where ${chats.userId} = ${userId} and ${chats.teamId} = ${teamId} and ${messages.role} = 'user') as "hasAsked"`,
  );
  if (!row) throw new Error('A select without a table gives one row.');
  return row;
}
