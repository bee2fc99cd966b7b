import 'server-only';
/** Which tools a visitor may call, given their token's scopes, their present role, and what the policy denies. */
import { readAuthority, situationOf } from '@/lib/approvals/authority';
import { isOffered } from '@/lib/policy/policy';
import type { GrantedServer } from '@/lib/store/outside/tokens';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool, ConnectionProblem } from '@/lib/tools/types';
import type { ToolContext } from '@/mcp/context';
import type { Scope } from '@/mcp/scopes';
import { toolsFor } from '@/mcp/server';
import type { OutsideServices } from './services';
import type { Visitor } from './visitor';

/** Nobody here knows whose words another client would store as a memory for every later chat. */
function withoutMemory(scopes: ReadonlySet<Scope>): ReadonlySet<Scope> {
  return new Set([...scopes].filter((scope) => scope !== 'memory.write'));
}

/** The visitor as the tools see them: with no more rights than their token has. */
export function toolContextOf(
  { tools }: Pick<OutsideServices, 'tools'>,
  { caller, scopes }: Visitor,
): ToolContext {
  return { ...tools, teamId: caller.teamId, userId: caller.userId, scopes: withoutMemory(scopes) };
}

/** Tools as the policy and the ledger know them, under the names that clients know. */
export interface KnownTools {
  /** Our own. */
  own: ReadonlyMap<string, ConnectedTool>;
  /** Of the connected servers that the token names. */
  further: ReadonlyMap<string, ConnectedTool>;
  /** Why some of those tools are missing. */
  problems: ConnectionProblem[];
}

/** @param asOf the version of the team's servers, if it has just been read */
export async function knownTools(
  { deps: { connectionsFor } }: Pick<OutsideServices, 'deps'>,
  { caller, servers }: Visitor,
  asOf?: number,
): Promise<KnownTools> {
  const { tools, problems } = await connectionsFor(caller).list(asOf === undefined ? {} : { asOf });
  const own = tools.filter(({ server }) => server === OWN_SERVER);
  const further = tools.filter((tool) => names(servers, tool));
  return {
    own: new Map(own.map((tool) => [tool.name, tool])),
    further: new Map(further.map((tool) => [tool.modelName, tool])),
    problems: problems.filter(({ server }) => servers.some(({ name }) => name === server)),
  };
}

/** By name and address: a server that has moved is a different one. Our own servers are not connected ones. */
function names(servers: readonly GrantedServer[], tool: Pick<ConnectedTool, 'server' | 'serverUrl'>) {
  const isIt = ({ name, url }: GrantedServer) => name === tool.server && url === tool.serverUrl;
  return tool.server !== OWN_SERVER && servers.some(isIt);
}

/** What is there for the visitor now, in a fixed order. */
export interface OfferedTools {
  own: ConnectedTool[];
  further: ConnectedTool[];
  problems: ConnectionProblem[];
}

export async function offeredTools(
  services: Pick<OutsideServices, 'deps' | 'tools'>,
  visitor: Visitor,
): Promise<OfferedTools> {
  const [known, authority] = await Promise.all([
    knownTools(services, visitor),
    readAuthority(services.deps.db, visitor.chatId, visitor.caller),
  ]);
  const isThere = (tool: ConnectedTool) => isOffered(tool, situationOf(tool, authority));
  const own = toolsFor(toolContextOf(services, visitor)).flatMap(({ name }) => known.own.get(name) ?? []);
  return {
    own: own.filter(isThere),
    further: [...known.further.values()].filter(isThere),
    problems: known.problems,
  };
}
