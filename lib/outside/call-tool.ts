import 'server-only';
/**
 * `tools/call` of another client: the arguments are checked, the policy says whether a person will be asked, and the
 * call begins, or is found to be one that waits already.
 */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { errorText } from '@/lib/agent/error-text';
import { judgeNow, readAuthority } from '@/lib/approvals/authority';
import { readMedia } from '@/lib/execution/call-media';
import type { ConnectedTool } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import { type ContentPart, isMedia, mediaLine } from '@/lib/values/call-content';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { isRecord } from '@/lib/values/records';
import { beginCall, joinCall } from './calls/begin';
import { driveNew } from './calls/call';
import type { OutsideOutcome } from './calls/outcome';
import { WaitingRequest } from './calls/request';
import { type CalledTool, calledTool } from './gateway/called';
import { ProgressTeller } from './gateway/progress';
import { runOfState } from './request-state';
import { driveOf, type OutsideRequest, type WaitingCall } from './services';
import { CALLED_OFF, waitForOutcome } from './wait';

/** Never throws: whatever went wrong is an error result, and what is ours to know stands in the log only. */
export async function callTool(
  outside: OutsideRequest,
  name: string,
  args: unknown,
): Promise<CallToolResult | InputRequiredResult> {
  let waiting: WaitingRequest | undefined;
  try {
    const { services, visit, request } = outside;
    const { visitor, client, session } = visit;
    const named = { tokenId: visitor.tokenId, session, client, requestId: JSON.stringify(request.mcpReq.id) };
    // The library's own signal says nothing of a connection that was closed before it listened.
    const gone = AbortSignal.any([visit.gone, request.mcpReq.signal]);
    waiting = await WaitingRequest.open(services.deps.db, named, gone);
    const progress = new ProgressTeller(request);
    const answer = await call({ ...outside, waiting, progress }, name, args);
    await waiting.end(
      'resultType' in answer && answer.resultType === 'input_required' ? 'again' : 'answered',
    );
    // A request that its client has called off is not answered; one that may not have been meant is.
    if (waiting.isCalledOff && waiting.isGuessed) return failed(CALLED_OFF);
    if (waiting.isCalledOff && (await waiting.endedAs()) === 'withdrawn') visit.hangUp?.();
    return answer;
  } catch (error) {
    await waiting?.end('answered').catch(() => {});
    return failed(errorText(error));
  }
}

async function call(
  begun: WaitingCall,
  name: string,
  args: unknown,
): Promise<CallToolResult | InputRequiredResult> {
  const { services, visit } = begun;
  const called = await calledTool(services, visit.visitor, name);
  if (!called) return failed(`The tool ${name} does not exist here.`);
  const { tool, server, connections } = called;
  const checked = validateInput(tool, args ?? {});
  if (!checked.ok) return failed(checked.message);
  const input = checked.value;
  const same = sha256Hex(`${called.mark}\n${canonicalJson(input)}`);
  const outside = { ...begun, connections };
  const outcome = await outcomeOf(outside, { tool, server, input, same });
  return answerOf(outside, outcome, server === undefined);
}

interface Called extends Pick<CalledTool, 'tool' | 'server'> {
  input: unknown;
  /** By which the same call is known. */
  same: string;
}

async function outcomeOf(outside: WaitingCall, { tool, server, input, same }: Called) {
  const { waiting } = outside;
  const { db } = outside.services.deps;
  const known = await runOfState(outside, same);
  if (known) {
    await joinCall(db, known, waiting);
    return waitForOutcome(outside, known);
  }
  const asks = await willAsk(outside, tool, input);
  const drive = driveOf(outside);
  const { run, isNew } = await beginCall(db, drive.from, waiting, { askedHash: asks ? same : null, server });
  if (!isNew) return waitForOutcome(outside, run);
  const outcome = await driveNew({ ...drive, run }, tool, input);
  return outcome.kind === 'waits' ? waitForOutcome(outside, run) : outcome;
}

/** What only reads is not looked up beforehand: whatever is to be said of it the gate says. */
async function willAsk(
  { services, visit }: OutsideRequest,
  tool: ConnectedTool,
  input: unknown,
): Promise<boolean> {
  if (tool.risk === 'read-only' && tool.trusted) return false;
  const { caller, chatId } = visit.visitor;
  const { effect } = judgeNow(tool, input, await readAuthority(services.deps.db, chatId, caller));
  return effect !== 'allow' && effect !== 'deny';
}

/** @param promises whether the tool has promised a structure: ours have */
async function answerOf(
  outside: OutsideRequest,
  outcome: Exclude<OutsideOutcome, { kind: 'waits' }> | InputRequiredResult,
  promises: boolean,
) {
  if (!('kind' in outcome)) return outcome as InputRequiredResult;
  const answer = outcome as Exclude<OutsideOutcome, { kind: 'waits' }>;
  if (answer.kind === 'error') return failed(answer.text);
  const { structuredContent } = answer.output;
  const content = await Promise.all(answer.output.content.map((part) => asProtocol(outside, part)));
  if (isRecord(structuredContent)) return { content, structuredContent };
  // Our tools promise a structure: only an answer that was lost on the way has none, and clients must not choke on it.
  return promises ? { content, isError: true } : { content };
}

/** As the protocol has it: what is kept of a resource, and apart from it of bytes, stands under names of its own there. */
async function asProtocol({ services, visit }: OutsideRequest, part: ContentPart): Promise<Block> {
  if (part.type === 'resource') {
    const { type, ...resource } = part;
    return { type, resource };
  }
  if (!isMedia(part)) return part;
  const { teamId } = visit.visitor.caller;
  const kept = part.at && (await readMedia(services.deps.db, teamId, part.at));
  if (!kept) return { type: 'text', text: mediaLine(part) };
  const [data, mimeType] = [kept.bytes.toString('base64'), part.mimeType];
  if (part.type !== 'file') return { type: part.type, mimeType, data };
  return { type: 'resource', resource: { uri: `file:///${part.name}`, mimeType, blob: data } };
}

type Block = CallToolResult['content'][number];

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
