import 'server-only';
/**
 * What people allowed ahead. A grant is given on a card, if the policy permits it; it is looked up for every call, and
 * spent in the transaction that claims the call.
 */
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import type { ApprovalRow } from '@/lib/store/approvals';
import { canSeeGrant, countOpenGrants, insertGrant, markRevoked, type OpenGrant } from '@/lib/store/grants';
import type { ConnectedTool } from '@/lib/tools/types';
import type { Risk } from '@/mcp/annotations';
import { fits, type KeptBound, keptBounds, tooLargeToKeep } from './grant-bounds';
import type { GrantWish } from './grant-view';

/** The longest duration of a grant in days, which is also the default. */
const MOST_DAYS = 90;

/** Open grants for one person's calls: each judgement reads them all. */
const MOST_OPEN = 200;

const RISKS: readonly Risk[] = ['read-only', 'write', 'destructive'];

/**
 * The first grant that allows this call. It is void under another contract of the tool, or other rules, and does not
 * cover a higher risk than that of the call on whose card it was given.
 */
export function grantFor(
  open: readonly OpenGrant[],
  { server, name, contractHash, risk }: Pick<ConnectedTool, 'server' | 'name' | 'contractHash' | 'risk'>,
  rulesHash: string,
  input: unknown,
): OpenGrant | undefined {
  return open.find(
    (grant) =>
      grant.server === server &&
      grant.tool === name &&
      grant.contractHash === contractHash &&
      grant.rulesHash === rulesHash &&
      RISKS.indexOf(risk) <= RISKS.indexOf(grant.risk) &&
      fits(grant.bounds as KeptBound[], input),
  );
}

/**
 * Gives a grant, in the transaction of the decision on the card.
 * @throws AppError bad_request: the call itself does not keep the bounds, a limit is invalid, or there is too much of
 * it
 */
export async function giveGrant(
  tx: Transaction,
  grantedBy: string,
  { row, tool, rulesHash }: { row: ApprovalRow; tool: ConnectedTool; rulesHash: string },
  { thisChat, times, until, bounds }: GrantWish,
): Promise<void> {
  const input: unknown = JSON.parse(row.input);
  if (!fits(bounds, input)) {
    throw new AppError('bad_request', 'This call itself would not keep these bounds. Nothing was decided.');
  }
  const complaint = tooLargeToKeep(bounds, input) ?? (await tooMany(tx, row));
  if (complaint !== null) throw new AppError('bad_request', `${complaint} Nothing was decided.`);
  await insertGrant(
    tx,
    {
      id: randomToken(),
      teamId: row.teamId,
      userId: row.requestedBy,
      grantedBy,
      approvalId: row.id,
      server: tool.server,
      tool: tool.name,
      title: row.title,
      contractHash: tool.contractHash,
      rulesHash,
      bounds: keptBounds(bounds, input),
      chatId: thisChat ? row.chatId : null,
      remaining: times,
    },
    { mostDays: MOST_DAYS, until },
  );
}

/** If several cards are confirmed in the same moment, the limit may be exceeded by a few. */
async function tooMany(tx: Transaction, { teamId, requestedBy }: ApprovalRow): Promise<string | null> {
  if ((await countOpenGrants(tx, teamId, requestedBy)) < MOST_OPEN) return null;
  return `${MOST_OPEN} things are allowed ahead for this person already: take some back first.`;
}

/**
 * Revokes a grant; the next call asks again. Repeating it changes nothing.
 * @throws AppError not_found: it does not exist, or this person may not see it
 */
export async function revokeGrant(db: Database, caller: Caller, id: string): Promise<void> {
  if (!(await canSeeGrant(db, caller, id))) throw new AppError('not_found', 'There is no such grant.');
  await markRevoked(db, [id], caller.userId);
}
