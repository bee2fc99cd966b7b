import 'server-only';
/**
 * A tool as classified for one call: if its trusted server classifies single calls, that can make the call less risky
 * than the tool is declared, and nothing else. Asked once, before the call is recorded.
 */
import { describeError, log } from '@/lib/log';
import type { ConnectedTool } from '@/lib/tools/types';
import { riskOf } from '@/mcp/annotations';
import { lowered } from '@/mcp/risk';
import type { TurnContext } from '../turn-context';

/** A quick answer needs no message on the page. */
const TOLD_AFTER_MS = 300;

/**
 * @param mayLower nothing precedes it that could change what the call is
 * @returns the tool with the hints of this call; as declared in any doubt
 */
export async function asCalled(
  { connections, signal, tell }: Pick<TurnContext, 'connections' | 'signal' | 'tell'>,
  tool: ConnectedTool,
  { toolCallId, input }: { toolCallId: string; input: unknown },
  mayLower: boolean,
): Promise<ConnectedTool> {
  if (tool.perCall === undefined || !tool.trusted) return tool;
  const telling = setTimeout(() => {
    tell({ toolCallId, startedAt: new Date().toISOString(), rehearsing: true });
  }, TOLD_AFTER_MS);
  try {
    const said = await connections.riskOf(tool, input, signal);
    if (!said) return tool;
    const annotations = mayLower ? lowered(tool.annotations, said) : tool.annotations;
    const asksAlways = said.asksAlways ? ({ asksAlways: true } as const) : {};
    return { ...tool, annotations, risk: riskOf(annotations), ...asksAlways };
  } catch (error) {
    log('warn', 'risk_of_call', { server: tool.server, tool: tool.name, ...describeError(error) });
    return tool;
  } finally {
    clearTimeout(telling);
  }
}
