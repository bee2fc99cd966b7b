import 'server-only';
/**
 * A grant holds for one contract of the tool and one set of the team's rules for it. Once it was found with others, it
 * is ended for good: otherwise it would let calls run unasked again after a change that somebody reverted unnoticed.
 */
import type { Queryable, Transaction } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { rulesHash } from '@/lib/rules/rules-hash';
import { listOpenGrantsFor, markRevoked, type OpenGrant } from '@/lib/store/grants';
import { listTeamRules } from '@/lib/store/rules';
import type { ConnectedTool } from '@/lib/tools/types';

/**
 * Whether the tool, or the team's rules for it, differ from when it was given; nothing is known of a tool that is not
 * listed.
 */
export function isVoid(
  grant: Omit<OpenGrant, 'bounds' | 'risk'>,
  tools: readonly Pick<ConnectedTool, 'server' | 'name' | 'contractHash'>[],
  rules: readonly PolicyRule[],
): boolean {
  const tool = tools.find(({ server, name }) => server === grant.server && name === grant.tool);
  if (!tool) return false;
  return tool.contractHash !== grant.contractHash || rulesHash(tool, { rules }) !== grant.rulesHash;
}

/** Ends void grants for good. If there are none, as nearly always, the database is not queried. */
export async function endVoid(
  db: Queryable,
  open: readonly OpenGrant[],
  tools: readonly ConnectedTool[],
  rules: readonly PolicyRule[],
): Promise<void> {
  const over = open.filter((grant) => isVoid(grant, tools, rules)).map(({ id }) => id);
  await markRevoked(db, over, null);
}

/** Ends the grants for a server, or one of its tools, that the team's present rules make void. */
export async function endUnderOtherRules(
  tx: Transaction,
  { teamId, userId }: Caller,
  { server, tool }: Pick<PolicyRule, 'server' | 'tool'>,
): Promise<void> {
  const [open, rows] = await Promise.all([
    listOpenGrantsFor(tx, teamId, { server, tool }),
    teamRules(tx, teamId),
  ]);
  const over = open.filter(
    (grant) => rulesHash({ server, name: grant.name }, { rules: rows }) !== grant.rulesHash,
  );
  await markRevoked(
    tx,
    over.map(({ id }) => id),
    userId,
  );
}

/** The team's own rules. */
export async function teamRules(db: Queryable, teamId: string): Promise<PolicyRule[]> {
  const rows = await listTeamRules(db, teamId);
  return rows.map((row) => ({ ...row, own: false }));
}
