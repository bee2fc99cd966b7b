import 'server-only';
/**
 * A tool as one call of it counts: where its trusted server says what a single call is, that can make the call more
 * harmless than the tool is declared, and nothing else. Asked once, before the call is written down.
 */
import { describeError, log } from '@/lib/log';
import type { ConnectedTool } from '@/lib/tools/types';
import { riskOf } from '@/mcp/annotations';
import { lowered } from '@/mcp/risk';
import type { TurnContext } from '../turn-context';

/** @returns the tool with the hints of this call; as it is declared in any doubt */
export async function asCalled(
  { connections, signal, tell }: Pick<TurnContext, 'connections' | 'signal' | 'tell'>,
  tool: ConnectedTool,
  { toolCallId, input }: { toolCallId: string; input: unknown },
): Promise<ConnectedTool> {
  if (tool.perCall === undefined || !tool.trusted) return tool;
  tell({ toolCallId, startedAt: new Date().toISOString(), rehearsing: true });
  try {
    const said = await connections.riskOf(tool, input, signal);
    if (!said) return tool;
    const annotations = lowered(tool.annotations, said);
    return { ...tool, annotations, risk: riskOf(annotations) };
  } catch (error) {
    log('warn', 'risk_of_call', { server: tool.server, tool: tool.name, ...describeError(error) });
    return tool;
  }
}
