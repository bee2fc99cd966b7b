import 'server-only';
/**
 * What a team's rules always deny to a model must not reach it by another way: nothing of a server that they deny, and
 * none of our records that a denied tool would return.
 */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { stoppedFor } from '@/lib/rules/halting';
import { effectOf } from '@/lib/rules/policy-rules';
import type { AskableServer } from '@/lib/servers/askable-server';
import { listRules } from '@/lib/store/rules';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import { toolOfResource } from '@/mcp/catalogue/resources';

/** Whether something of a server may be shown to a model; `address`: of a resource, or a template. */
export type May = (server: string, address?: string) => boolean;

export async function readMay(db: Queryable, caller: Caller): Promise<May> {
  const [listed, isStopped] = await Promise.all([listRules(db, caller), stoppedFor(db, caller)]);
  const rules = listed.map(({ rule }) => ({ ...rule, own: rule.userId !== null }));
  return (server, address) => {
    const tool = server === OWN_SERVER && address !== undefined ? toolOfResource(address) : undefined;
    // Only rules and halts decide here: the reading is done by this person themselves.
    const subject = { server, name: tool ?? '', trusted: true, risk: 'read-only' as const };
    return !isStopped(subject) && effectOf(rules, subject, caller.role) !== 'deny';
  };
}

/** @throws AppError forbidden */
export async function refuseDenied(
  db: Queryable,
  caller: Caller,
  { name }: Pick<AskableServer, 'name'>,
  address?: string,
): Promise<void> {
  const may = await readMay(db, caller);
  if (may(name, address)) return;
  throw new AppError(
    'forbidden',
    `A rule of the team, or one of yours, denies this of the server "${name}", or an admin has stopped it.`,
  );
}
