import 'server-only';
/**
 * What a team's rules always deny to a model must not reach it by another way: nothing of a server that they deny, and
 * none of our records that a denied tool would return.
 */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type Effect, isStricter } from '@/lib/policy/policy';
import { stoppedFor } from '@/lib/rules/halting';
import { effectOf } from '@/lib/rules/policy-rules';
import type { AskableServer } from '@/lib/servers/askable-server';
import { listRules } from '@/lib/store/rules';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import { toolOfResource } from '@/mcp/catalogue/resources';

/** Whether something of a server may be shown to a model; `address`: of a resource, or a template. */
export type May = (server: string, address?: string) => boolean;

export async function readMay(db: Queryable, caller: Caller): Promise<May> {
  const effect = await readEffects(db, caller);
  return (server, address) => {
    const tool = server === OWN_SERVER && address !== undefined ? toolOfResource(address) : undefined;
    return effect(server, tool ?? '') !== 'deny';
  };
}

/** Whether this person may take themselves what a tool reads: also not where others would have to be asked. */
export async function readTakes(
  db: Queryable,
  caller: Caller,
): Promise<(server: string, tool: string) => boolean> {
  const effect = await readEffects(db, caller);
  return (server, tool) => !isStricter(effect(server, tool), 'ask');
}

/** Only rules and halts decide here: the reading is done by this person themselves. */
async function readEffects(db: Queryable, caller: Caller): Promise<(server: string, name: string) => Effect> {
  const [listed, isStopped] = await Promise.all([listRules(db, caller), stoppedFor(db, caller)]);
  const rules = listed.map(({ rule }) => ({ ...rule, own: rule.userId !== null }));
  return (server, name) => {
    const subject = { server, name, trusted: true, risk: 'read-only' as const };
    return isStopped(subject) ? 'deny' : effectOf(rules, subject, caller.role);
  };
}

/** @throws AppError forbidden */
export async function refuseDenied(
  db: Queryable,
  caller: Caller,
  { name }: Pick<AskableServer, 'name'>,
  address?: string,
): Promise<void> {
  assertMay(await readMay(db, caller), name, address);
}

/** @throws AppError forbidden */
export function assertMay(may: May, server: string, address?: string): void {
  if (!may(server, address)) throw denied(server);
}

export const denied = (server: string) =>
  new AppError(
    'forbidden',
    `A rule of the team, or one of yours, denies this of the server "${server}", or an admin has stopped it.`,
  );
