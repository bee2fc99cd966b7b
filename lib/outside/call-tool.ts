import 'server-only';
/**
 * `tools/call` of another client: checks the arguments, asks the policy whether a person will be asked, and begins the
 * call or finds the same one already waiting.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import { asCalled } from '@/lib/agent/calling/as-called';
import { errorText } from '@/lib/agent/error-text';
import { judgeNow, readAuthority } from '@/lib/approvals/authority';
import { readMedia } from '@/lib/execution/call-media';
import { merelyReads } from '@/lib/tools/merely-reads';
import type { ConnectedTool } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import { type ContentPart, isMedia, mediaLine } from '@/lib/values/call-content';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { isRecord } from '@/lib/values/records';
import { beginCall, joinCall } from './calls/begin';
import { driveNew } from './calls/call';
import type { OutsideOutcome } from './calls/outcome';
import { WaitingRequest } from './calls/request';
import { type CalledTool, calledTool, serverToSignInAt } from './gateway/called';
import { FormsOfRequest, takeAnswers } from './gateway/forms';
import { ProgressTeller } from './gateway/progress';
import { askToSignIn, untilSignedIn } from './gateway/sign-in';
import { runOfState } from './request-state';
import { driveOf, type OutsideRequest, type WaitingCall } from './services';
import { CALLED_OFF, LOOK_MS, orForm, PATIENCE_MS, waitForOutcome } from './wait';

/**
 * Every failure becomes an error result; internals go to the log only.
 * @throws UrlElicitationRequiredError, which tells clients of 2025-11-25 about an address
 */
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
    // The library's own signal misses a connection that was closed before it began to listen.
    const gone = AbortSignal.any([visit.gone, request.mcpReq.signal]);
    waiting = await WaitingRequest.open(services.deps.db, named, gone);
    const answer = await call(outside, waiting, { name, args });
    await waiting.end(
      'resultType' in answer && answer.resultType === 'input_required' ? 'again' : 'answered',
    );
    // A request that its client called off gets no answer; one that the client may not have meant does.
    if (waiting.isCalledOff && waiting.isGuessed) return failed(CALLED_OFF);
    if (waiting.isCalledOff && (await waiting.endedAs()) === 'withdrawn') visit.hangUp?.();
    return answer;
  } catch (error) {
    await waiting?.end('answered').catch(() => {});
    if (error instanceof UrlElicitationRequiredError) throw error;
    return failed(errorText(error));
  }
}

async function call(
  outside: OutsideRequest,
  waiting: WaitingRequest,
  { name, args }: { name: string; args: unknown },
): Promise<CallToolResult | InputRequiredResult> {
  const { services, visit, request } = outside;
  const { patienceMs = PATIENCE_MS } = services;
  const notYet = await untilSignedIn(outside, { gone: waiting.unheard, patienceMs, lookMs: LOOK_MS });
  if (notYet) return notYet;
  const called = await calledTool(services, visit.visitor, name);
  if (!called) return notThere(outside, name);
  const { tool, server, connections, lacks } = called;
  const checked = validateInput(tool, args ?? {});
  if (!checked.ok) return failed(checked.message);
  const input = checked.value;
  const same = sha256Hex(`${called.mark}\n${canonicalJson(input)}`);
  const progress = new ProgressTeller(request);
  const forms = server && formsOf(outside);
  const through = { ...outside, waiting, progress, same, connections, forms };
  const outcome = await outcomeOf(through, { tool, server, input });
  const isLacking = lacks.signIn && server && 'kind' in outcome && outcome.kind === 'error';
  if (isLacking) return signInOr(outside, server.name, String(outcome.text));
  return answerOf(outside, outcome, server === undefined);
}

/**
 * How the client is asked: on the open answer, or by telling it to call again with the person's answers. If it supports
 * neither, the server cannot ask.
 */
function formsOf({ services, visit }: OutsideRequest): FormsOfRequest | undefined {
  if (!visit.can.forms || (!visit.isModern && !visit.say)) return undefined;
  return new FormsOfRequest(services.deps.db, visit.isModern ? undefined : visit.say);
}

async function notThere(outside: OutsideRequest, name: string) {
  const text = `The tool ${name} does not exist here.`;
  const server = await serverToSignInAt(outside.services, outside.visit.visitor, name);
  return server === undefined ? failed(text) : signInOr(outside, server, 'Nothing ran.');
}

async function signInOr(outside: OutsideRequest, server: string, text: string) {
  const asked = await askToSignIn(outside, server, text);
  return typeof asked === 'string' ? failed(asked) : asked;
}

interface Called extends Pick<CalledTool, 'tool' | 'server'> {
  input: unknown;
}

async function outcomeOf(outside: WaitingCall, { tool, server, input }: Called) {
  const { waiting, services, visit, request, same } = outside;
  const { db } = services.deps;
  const known = await runOfState(db, visit.visitor.tokenId, outside);
  if (known) {
    await joinCall(db, known, waiting);
    // Whoever waits for these answers checks first that somebody still wants them.
    await takeAnswers(db, visit.visitor, request.mcpReq.inputResponses);
    return waitForOutcome(outside, known);
  }
  const asks = await willAsk(outside, tool, input);
  const drive = driveOf(outside);
  const { run, isNew } = await beginCall(db, drive.from, waiting, { askedHash: asks ? same : null, server });
  if (!isNew) return waitForOutcome(outside, run);
  const outcome = await orForm(outside, run.id, driveNew({ ...drive, run }, tool, input));
  return 'kind' in outcome && outcome.kind === 'waits' ? waitForOutcome(outside, run) : outcome;
}

/** Read-only calls are not checked in advance: the gate decides about them. */
async function willAsk(
  { services, visit, connections, waiting }: WaitingCall,
  declared: ConnectedTool,
  input: unknown,
): Promise<boolean> {
  if (merelyReads(declared)) return false;
  const { caller, chatId } = visit.visitor;
  const { db } = services.deps;
  const place = { db, chatId, caller, connections, signal: waiting.unheard, tell: () => {} };
  const tool = await asCalled(place, declared, { toolCallId: '', input }, true);
  const { effect } = judgeNow(tool, input, await readAuthority(db, chatId, caller));
  return effect !== 'allow' && effect !== 'deny';
}

/** @param promises whether the tool promises structured content: our own do */
async function answerOf(
  outside: OutsideRequest,
  outcome: OutsideOutcome | InputRequiredResult,
  promises: boolean,
) {
  if (!('kind' in outcome)) return outcome as InputRequiredResult;
  const answer = outcome as Exclude<OutsideOutcome, { kind: 'waits' }>;
  if (answer.kind === 'error') return failed(answer.text);
  const { structuredContent } = answer.output;
  const content = await Promise.all(answer.output.content.map((part) => asProtocol(outside, part)));
  if (isRecord(structuredContent)) return { content, structuredContent };
  // Our tools promise structured content. It is missing only if the answer was lost, and then the result must be an
  // error, or clients would reject it.
  return promises ? { content, isError: true } : { content };
}

/** In the protocol's shape, where a resource, and any bytes stored apart from it, go by other names. */
async function asProtocol({ services, visit }: OutsideRequest, part: ContentPart): Promise<Block> {
  if (part.type === 'resource') {
    const { type, ...resource } = part;
    return { type, resource };
  }
  if (part.type === 'resource_link') {
    const { at: _, ...link } = part;
    return link;
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
