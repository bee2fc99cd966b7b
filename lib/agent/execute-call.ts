import 'server-only';
/**
 * Where a call really runs. Everything that let it through is looked at once more here, right before it is
 * sent: that it was judged, that its mode still allows it, that its permission is unused and still means the
 * same. In any doubt it is an error to the model and nothing runs.
 */
import { claim, findPermission } from '@/lib/approvals/claim';
import { previewHash } from '@/lib/approvals/request';
import { modeNow } from '@/lib/approvals/standing';
import type { CallOutcome, ConnectedTool } from '@/lib/connections/types';
import { canonicalJson, sha256Hex } from '@/lib/execution/canonical-json';
import { judge } from '@/lib/policy/policy';
import { errorText } from './error-text';
import type { Gate } from './gate';
import type { TurnContext } from './turn-context';

/** How long one call may take. */
export const CALL_DEADLINE_MS = 30_000;

/** What a call leaves in the message: MCP's shape, so that the page can show text and structure. */
export interface CallOutput {
  content: { type: 'text'; text: string }[];
  structuredContent?: unknown;
}

interface Execution {
  context: TurnContext;
  gate: Gate;
  tool: ConnectedTool;
  toolCallId: string;
  input: unknown;
  signal: AbortSignal;
}

/** Runs a call in its turn. Throws what the model is to read as the call's error. */
export function executeCall(execution: Execution): Promise<CallOutput> {
  const { gate, toolCallId, signal } = execution;
  return gate.queue.run(toolCallId, signal, async () => {
    const refusal = gate.refusalOf(toolCallId);
    if (refusal) throw new Error(refusal);
    await assertPermitted(execution).catch((error: unknown) => {
      throw new Error(errorText(error), { cause: error });
    });
    return outputOf(await send(execution));
  });
}

async function assertPermitted({ context, gate, tool, toolCallId, input }: Execution): Promise<void> {
  const { db, chatId, caller, runId } = context;
  const verdict = judge(tool, await modeNow(db, chatId, caller, runId), caller.role);
  if (verdict.effect === 'deny') throw new Error(`${verdict.reason} Nothing ran.`);
  if (verdict.effect === 'allow' && !gate.wasAsked(toolCallId)) return;
  const permission = await findPermission(context.db, context.runId, toolCallId);
  const present = permission && (await currentDefinition(context, tool));
  if (!permission || !present)
    throw new Error('This call was not confirmed, or was used already. Nothing ran.');
  // Nobody decided a held call: it may run only while the policy lets it run without asking.
  if (permission.kind === 'held' && verdict.effect !== 'allow') {
    throw new Error(`${verdict.reason} Nobody was asked about this call and nothing ran; call again to ask.`);
  }
  const preview =
    permission.kind === 'ask' ? await context.connections.preview(present, input, context.signal) : null;
  const claimed = await claim(context.db, {
    runId: context.runId,
    toolCallId,
    server: present.server,
    serverUrl: present.serverUrl,
    trusted: present.trusted,
    inputHash: sha256Hex(canonicalJson(input)),
    definitionHash: present.definitionHash,
    previewHash: previewHash(preview),
  });
  if (!claimed) {
    throw new Error(
      'What this call would do has changed since it was confirmed, or it ran already. Nothing ran.',
    );
  }
}

/** The tool as its server declares it now. */
async function currentDefinition(
  context: TurnContext,
  tool: ConnectedTool,
): Promise<ConnectedTool | undefined> {
  const { tools } = await context.connections.list({ fresh: tool.server });
  return tools.find((one) => one.server === tool.server && one.name === tool.name);
}

/** Sends the call and tells when it started and how it ended. */
async function send({ context, tool, toolCallId, input, signal }: Execution): Promise<CallOutcome> {
  const started = Date.now();
  const record = { toolCallId, startedAt: new Date(started).toISOString() };
  const tellEnd = (outcome: 'success' | 'error' | 'abort') =>
    context.tell({ ...record, durationMs: Date.now() - started, outcome });
  const deadline = AbortSignal.timeout(CALL_DEADLINE_MS);
  context.tell(record);
  try {
    const outcome = await context.connections.call(tool, input, AbortSignal.any([signal, deadline]));
    tellEnd(outcome.isError ? 'error' : 'success');
    return outcome;
  } catch (error) {
    tellEnd(signal.aborted ? 'abort' : 'error');
    if (deadline.aborted && !signal.aborted) {
      const seconds = CALL_DEADLINE_MS / 1000;
      throw new Error(
        `${tool.server} did not answer within ${seconds} s. Whether it took effect is not known.`,
      );
    }
    throw error;
  }
}

function outputOf(outcome: CallOutcome): CallOutput {
  if (outcome.isError) throw new Error(outcome.text || 'The tool reported an error without words.');
  return {
    content: [{ type: 'text', text: outcome.text }],
    ...(outcome.structured === undefined ? {} : { structuredContent: outcome.structured }),
  };
}
