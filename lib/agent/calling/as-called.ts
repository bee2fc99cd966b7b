import 'server-only';
/**
 * A tool as classified for one call: if its trusted server classifies single calls, that can make the call less risky
 * than the tool is declared, or have a person asked in every mode, and nothing else. Without an answer a person is asked.
 */
import { readAuthority } from '@/lib/approvals/authority';
import { isClassifiable, withdrawn } from '@/lib/approvals/readable';
import type { Fence } from '@/lib/execution/ledger';
import { describeError, log } from '@/lib/log';
import type { ConnectedTool } from '@/lib/tools/types';
import { riskOf } from '@/mcp/annotations';
import { lowered } from '@/mcp/risk';
import type { TurnContext } from '../turn-context';

/** A quick answer needs no message on the page. */
const TOLD_AFTER_MS = 300;

type Place = Pick<TurnContext, 'db' | 'chatId' | 'caller' | 'connections' | 'signal' | 'tell'> & {
  fence?: Fence;
};

/**
 * @param mayLower nothing precedes it that could change what the call is
 * @returns the tool with the hints of this call; in any doubt as declared, and a person is asked
 */
export async function asCalled(
  { db, chatId, caller, fence, connections, signal, tell }: Place,
  tool: ConnectedTool,
  { toolCallId, input }: { toolCallId: string; input: unknown },
  mayLower: boolean,
): Promise<ConnectedTool> {
  const { perCall } = tool;
  if (perCall === undefined || !tool.trusted) return tool;
  const inDoubt = { ...tool, asksAlways: true } as const;
  const authority = await readAuthority(db, chatId, caller, fence);
  if (!isClassifiable({ ...tool, perCall }, authority)) return inDoubt;
  const assertStill = async () => {
    const now = await readAuthority(db, chatId, caller, fence);
    if (!isClassifiable({ ...tool, perCall }, now)) throw withdrawn(tool);
  };
  const telling = setTimeout(() => {
    tell({ toolCallId, startedAt: new Date().toISOString(), rehearsing: true });
  }, TOLD_AFTER_MS);
  try {
    const said = await connections.riskOf(tool, input, signal, assertStill);
    if (!said) return tool;
    const annotations = mayLower ? lowered(tool.annotations, said) : tool.annotations;
    const asksAlways = said.asksAlways ? ({ asksAlways: true } as const) : {};
    return { ...tool, annotations, risk: riskOf(annotations), ...asksAlways };
  } catch (error) {
    log('warn', 'risk_of_call', { server: tool.server, tool: tool.name, ...describeError(error) });
    return inDoubt;
  } finally {
    clearTimeout(telling);
  }
}
