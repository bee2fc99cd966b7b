import 'server-only';
/**
 * `tools/call` of another client: the arguments are checked, the policy says whether a person will be asked, and the
 * call begins, or is found to be one that waits already.
 */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { errorText } from '@/lib/agent/error-text';
import { judgeNow, standingNow } from '@/lib/approvals/standing';
import type { ConnectedTool } from '@/lib/connections/types';
import { validateInput } from '@/lib/connections/validate-input';
import type { ContentPart } from '@/lib/execution/call-content';
import { canonicalJson, sha256Hex } from '@/lib/execution/canonical-json';
import { beginCall, driveNew } from '@/lib/runs/outside-call';
import type { OutsideOutcome } from '@/lib/runs/outside-outcome';
import { callerOf, type OutsideRequest } from './house';
import { ownTools } from './offered';
import { runOfState } from './request-state';
import { waitForOutcome } from './wait';

/** Never throws: whatever went wrong is an error result, and what is ours to know stands in the log only. */
export async function callTool(
  outside: OutsideRequest,
  name: string,
  args: unknown,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    return await call(outside, name, args);
  } catch (error) {
    return failed(errorText(error));
  }
}

async function call(
  outside: OutsideRequest,
  name: string,
  args: unknown,
): Promise<CallToolResult | InputRequiredResult> {
  const { house, visit, request } = outside;
  const tool = (await ownTools(house.deps, visit.visitor)).get(name);
  if (!tool) return failed(`The tool ${name} does not exist here.`);
  const checked = validateInput(tool, args ?? {});
  if (!checked.ok) return failed(checked.message);
  const gone = request.mcpReq.signal;
  const input = checked.value;
  const same = sha256Hex(`${tool.name}\n${canonicalJson(input)}`);
  const known = await runOfState(outside, same);
  if (known) return answerOf(await waitForOutcome(outside, known));
  const asks = await willAsk(outside, tool, input);
  const { deps } = house;
  const from = callerOf(visit);
  const { run, isNew } = await beginCall(deps.db, from, asks ? same : null);
  if (!isNew) return answerOf(await waitForOutcome(outside, run));
  const outcome = await driveNew({ deps, from, run, gone }, tool, input);
  return answerOf(outcome.kind === 'waits' ? await waitForOutcome(outside, run) : outcome);
}

/** What only reads is not looked up beforehand: whatever is to be said of it the gate says. */
async function willAsk(
  { house, visit }: OutsideRequest,
  tool: ConnectedTool,
  input: unknown,
): Promise<boolean> {
  if (tool.risk === 'read-only' && tool.trusted) return false;
  const { caller, chatId } = visit.visitor;
  const { effect } = judgeNow(tool, input, await standingNow(house.deps.db, chatId, caller));
  return effect !== 'allow' && effect !== 'deny';
}

function answerOf(outcome: Exclude<OutsideOutcome, { kind: 'waits' }> | InputRequiredResult) {
  if (!('kind' in outcome)) return outcome as InputRequiredResult;
  const answer = outcome as Exclude<OutsideOutcome, { kind: 'waits' }>;
  if (answer.kind === 'error') return failed(answer.text);
  const { structuredContent } = answer.output;
  const content = answer.output.content.map(asProtocol);
  const isWhole = typeof structuredContent === 'object' && structuredContent !== null;
  // Our tools promise a structure: only an answer that was lost on the way has none, and clients must not choke on it.
  if (!isWhole) return { content, isError: true };
  return { content, structuredContent: structuredContent as Record<string, unknown> };
}

/** As the protocol has it: what is kept of a resource stands under a name of its own there. */
function asProtocol(part: ContentPart): CallToolResult['content'][number] {
  if (part.type !== 'resource') return part;
  const { type, ...resource } = part;
  return { type, resource };
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
