/**
 * The story that is repeated while processes are killed: the model reads, writes, and orders something destroyed; a
 * person confirms; the answer ends. Every tool records what it really did.
 */

import { DESTROYS, READS, WRITES } from '../servers/hints.ts';
import type { RecordedTool } from '../servers/recording-mcp.ts';
import type { ModelRequest, ScriptedModel, ScriptedStep } from '../servers/scripted-model.ts';
import type { Gates } from './gates.ts';

export const TOOLS = ['look', 'put', 'append', 'destroy'] as const;
export type ToolName = (typeof TOOLS)[number];

const HINTS: Record<ToolName, Record<string, boolean>> = {
  look: READS,
  put: WRITES,
  append: { ...WRITES, idempotentHint: false },
  destroy: DESTROYS,
};

/** The tools, each of which stops at the gates: before it has done anything, or after. */
export function storyTools(gates: Gates): RecordedTool[] {
  return TOOLS.map((name) => ({
    name,
    annotations: HINTS[name],
    inputSchema: { properties: { story: { type: 'string' } }, required: ['story'] },
    admit: async () => gates.pass(`before ${name}`),
    run: async () => {
      await gates.pass(`after ${name}`);
      return { text: `${name} done` };
    },
  }));
}

/** Messages that begin with `story N` get these steps from the model: the desk's tools, and two of our own. */
export function scriptStories(model: ScriptedModel, gates: Gates): void {
  model.script('story', (request) => tellStory(request, request.lastUser.trim(), gates));
}

const delegate = (taskPrompt: string) => ({ tool: 'delegate_task', input: { role: 'helper', taskPrompt } });

/** The same story, told by a sub-agent of a sub-agent: for messages that begin with `tree N`. */
export function scriptTrees(model: ScriptedModel, gates: Gates): void {
  const handOn = (to: string, gate: string) => (request: ModelRequest) => {
    const story = storyIn(request.lastUser);
    if (request.rounds.length === 0) return { text: 'I hand it on.', calls: [delegate(`${to} ${story}`)] };
    return { text: 'That is what was said.', hold: gates.pass(gate) };
  };
  // The newest matching script counts.
  model.script('tree', handOn('branch of', 'the head speaks'));
  model.script('branch of tree', handOn('leaf of', 'the branch speaks'));
  model.script('leaf of tree', (request) => tellStory(request, storyIn(request.lastUser), gates));
}

/**
 * Messages that begin with `held N` tell the ordinary story; for `plan N` the model proposes all of it as one plan; for
 * `undo N` it creates a customer, and the person undoes that afterwards.
 */
export function scriptKept(model: ScriptedModel, gates: Gates): void {
  model.script('held', (request) => tellStory(request, request.lastUser.trim(), gates));
  model.script('plan', (request) => tellPlan(request, request.lastUser.trim(), gates));
  model.script('undo', (request) => {
    const create = { tool: 'customer_create', input: { name: request.lastUser.trim() } };
    if (request.rounds.length === 0) return { text: 'I create it.', calls: [create] };
    return { text: 'That was all there was to do today.' };
  });
}

function tellPlan(request: ModelRequest, story: string, gates: Gates): ScriptedStep {
  if (request.rounds.length > 0) {
    return { text: 'That was all there was to do today.', hold: gates.pass('model speaks of nothing') };
  }
  const steps = TOOLS.map((tool, at) => ({
    step: at + 1,
    server: 'desk',
    tool,
    arguments: { story },
    why: `It does ${tool}.`,
  }));
  return { text: 'I would do this:', calls: [{ tool: 'propose_plan', input: { steps } }] };
}

const storyIn = (text: string): string => /tree [\d-]+/.exec(text)?.[0] ?? 'none';

function tellStory(request: ModelRequest, story: string, gates: Gates): ScriptedStep {
  const isDestroyed = JSON.stringify(request.rounds).includes('destroy done');
  const calls = (names: readonly ToolName[]) =>
    names.map((tool) => ({ tool: `desk__${tool}`, input: { story } }));
  if (request.rounds.length === 0) {
    const create = { tool: 'customer_create', input: { name: story } };
    return { text: 'First I look.', calls: [...calls(['look', 'put', 'append']), create] };
  }
  if (request.rounds.length === 1) {
    const remove = { tool: 'customer_delete', input: { customerId: createdId(request.rounds) } };
    return { text: 'Now it goes.', calls: [...calls(['destroy']), remove] };
  }
  const hold = gates.pass(isDestroyed ? 'model speaks' : 'model speaks of nothing');
  return { text: 'That was all there was to do today.', hold };
}

/** The id of the customer in the results. */
function createdId(rounds: string[][]): string {
  const text = rounds.flat().join('\n').replaceAll('\\', '');
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';
}
