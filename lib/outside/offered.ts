import 'server-only';
/** Which of our tools a visitor may call: their token's rights, their role of this moment, and what the policy denies. */
import { readAuthority, situationOf } from '@/lib/approvals/authority';
import { isOffered } from '@/lib/policy/policy';
import type { RunDependencies } from '@/lib/runs/dependencies';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool } from '@/lib/tools/types';
import type { ToolContext } from '@/mcp/context';
import type { Scope } from '@/mcp/scopes';
import { toolsFor } from '@/mcp/server';
import type { OutsideServices } from './services';
import type { Visitor } from './visitor';

/** Nobody here knows whose words stand behind what another client would have remembered for every later chat. */
function withoutMemory(scopes: ReadonlySet<Scope>): ReadonlySet<Scope> {
  return new Set([...scopes].filter((scope) => scope !== 'memory.write'));
}

/** What the tools themselves know of a visitor: no more rights than their token has. */
export function toolContextOf(
  { tools }: Pick<OutsideServices, 'tools'>,
  { caller, scopes }: Visitor,
): ToolContext {
  return { ...tools, teamId: caller.teamId, userId: caller.userId, scopes: withoutMemory(scopes) };
}

/**
 * Our own tools as the policy and the ledger know them, by name.
 * @param asOf the version of the team's servers, where it has just been read
 */
export async function ownTools(
  { connectionsFor }: RunDependencies,
  { caller }: Visitor,
  asOf?: number,
): Promise<Map<string, ConnectedTool>> {
  const { tools } = await connectionsFor(caller).list(asOf === undefined ? {} : { asOf });
  return new Map(tools.filter(({ server }) => server === OWN_SERVER).map((tool) => [tool.name, tool]));
}

/** Names of the tools that exist for the visitor now, in their fixed order. */
export async function offeredNames(
  services: Pick<OutsideServices, 'deps' | 'tools'>,
  visitor: Visitor,
): Promise<string[]> {
  const { deps } = services;
  const [known, authority] = await Promise.all([
    ownTools(deps, visitor),
    readAuthority(deps.db, visitor.chatId, visitor.caller),
  ]);
  return toolsFor(toolContextOf(services, visitor))
    .map(({ name }) => known.get(name))
    .filter((tool) => tool !== undefined)
    .filter((tool) => isOffered(tool, situationOf(tool, authority)))
    .map(({ name }) => name);
}
