import 'server-only';
/**
 * Tools that this process answers itself, beside the model: to the gate, the queue, the ledger and the page they are
 * tools like any other. Neither a team's rule nor a configured server can have their server's name.
 */
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';
import type { CallOutcome, ConnectedTool, Connections } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { READ_ONLY } from '@/mcp/annotations';

export interface BuiltInWords {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/**
 * It only reads, and reaches nothing outside. This holds for all of them but the tool that proposes plans, which does
 * nothing by itself.
 */
export function builtInTool(words: BuiltInWords): ConnectedTool {
  const declared = {
    server: BUILT_IN_SERVER,
    serverUrl: 'amber:agent',
    trusted: true,
    ...words,
    annotations: READ_ONLY,
  };
  const hash = sha256Hex(canonicalJson(declared));
  return {
    ...declared,
    modelName: words.name,
    declared: { ...READ_ONLY },
    risk: 'read-only',
    definitionHash: hash,
    contractHash: hash,
  };
}

export function isBuiltIn({ server }: Pick<ConnectedTool, 'server'>): boolean {
  return server === BUILT_IN_SERVER;
}

/** Answers a call; what it throws becomes the call's error. */
export type BuiltInAnswer = (input: Record<string, unknown>) => CallOutcome | Promise<CallOutcome>;

/** The same connections, with these tools (by name) answered in this process. */
export function withBuiltIns(
  connections: Connections,
  answers: Readonly<Record<string, BuiltInAnswer>>,
): Connections {
  const answerOf = (tool: ConnectedTool) =>
    isBuiltIn(tool) && Object.hasOwn(answers, tool.name) ? answers[tool.name] : undefined;
  return {
    list: (options) => connections.list(options),
    enter: async (tool, signal) => (answerOf(tool) ? () => {} : connections.enter(tool, signal)),
    isCurrent: (tool) => answerOf(tool) !== undefined || connections.isCurrent(tool),
    limitsOf: (tool) => connections.limitsOf(tool),
    preview: (...asked) => connections.preview(...asked),
    riskOf: (...asked) => connections.riskOf(...asked),
    // Such a tool has no effect besides its answer, and answers the same when asked again.
    happened: async (tool, callId, signal, assertMay) => {
      const answer = answerOf(tool);
      if (!answer) return connections.happened(tool, callId, signal, assertMay);
      return { happened: true, outcome: await answer({}) };
    },
    atWork: (runId) => connections.atWork(runId),
    forget: (runId) => connections.forget(runId),
    health: () => connections.health(),
    call: async (tool, input, signal, sending) => {
      const answer = answerOf(tool);
      return answer ? answer(Object(input)) : connections.call(tool, input, signal, sending);
    },
  };
}
