/**
 * Whole agents, as people start them: with a prompt in a terminal, a settings file of their own that names Amber, and a
 * model that we script. Every step is a separate start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel, type ScriptedStep } from '../../e2e/servers/scripted-model.ts';
import { AGENTS, type AgentPlan } from './agent-plans.ts';
import { type Access, type Driver, endGroup } from './driver.ts';
import { install, programOf } from './install.ts';
import { geminiWire, messagesWire } from './model-wires.ts';
import { type ModelWire, PlannedModel } from './planned-model.ts';
import type { ClientSpec } from './specs.ts';

const RUN_MS = 150_000;
const WIRES = { messages: messagesWire, gemini: geminiWire };

interface Told {
  tools: string[];
  results: string[];
}

export async function startAgent(spec: ClientSpec, folder: string, access: Access): Promise<Driver> {
  const plan = AGENTS[spec.driver];
  if (!plan) throw new Error(`nobody knows how to start ${spec.driver}`);
  const installed = await install(spec.package, spec.beside);
  const native = plan.native && join(installed.folder, 'node_modules', plan.native);
  const script = native && existsSync(native) ? [native] : [process.execPath, programOf(installed, plan.bin)];
  const model = await (plan.wire === 'openai' ? openAiModel() : plannedModel(WIRES[plan.wire]));
  const running = new Set<ChildProcess>();
  const run = async (tool: string | undefined, input: Record<string, unknown>): Promise<Told> => {
    const mark = `interop ${randomUUID()}`;
    const told = model.plan(mark, tool, input);
    const { child, ended } = start(script, plan, {
      folder,
      access,
      model: model.url,
      prompt: `Please do this: ${mark}`,
      program: script[0] ?? '',
    });
    running.add(child);
    const said = await ended;
    running.delete(child);
    if (told.tools.length === 0) throw new Error(`it never asked the model with tools: ${said.slice(-300)}`);
    return told;
  };
  const end = () => {
    for (const child of running) endGroup(child);
  };
  return {
    list: async () => (await run(undefined, {})).tools,
    call: async (tool, input) => {
      const { results } = await run(tool, input);
      if (results.length === 0) throw new Error('the model got no result');
      return results.join('\n').replaceAll('\\"', '"');
    },
    abort: async () => end(),
    kill: () => {
      end();
      model.close();
    },
  };
}

function start(script: string[], plan: AgentPlan, place: Parameters<AgentPlan['args']>[0]) {
  plan.prepare(place);
  const [command = '', ...first] = script;
  const child = spawn(command, [...first, ...plan.args(place)], {
    cwd: place.folder,
    env: {
      NODE_ENV: 'production' as const,
      PATH: process.env.PATH ?? '',
      HOME: place.folder,
      TERM: 'dumb',
      AMBER_TOKEN: place.access.token,
      ...plan.env(place),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      said = (said + text).slice(-3000);
    });
  }
  const late = setTimeout(() => endGroup(child), RUN_MS);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => {
      clearTimeout(late);
      resolve(said);
    });
  });
  return { child, ended };
}

interface AgentModel {
  url: string;
  plan(mark: string, tool: string | undefined, input: Record<string, unknown>): Told;
  close(): void;
}

async function plannedModel(wire: ModelWire): Promise<AgentModel> {
  const model = await PlannedModel.start(wire);
  return {
    url: model.url,
    plan(mark, tool, input) {
      const told: Told = { tools: [], results: [] };
      model.plan(mark, {
        ...(tool && { tool }),
        input,
        seen: (tools, results) => Object.assign(told, { tools, results }),
      });
      return told;
    },
    close: () => model.close(),
  };
}

async function openAiModel(): Promise<AgentModel> {
  const model = await ScriptedModel.start();
  return {
    url: model.url,
    plan(mark, tool, input) {
      const told: Told = { tools: [], results: [] };
      let isCalled = false;
      model.script(mark, ({ body, rounds }) => {
        const offered = offeredIn(body.tools);
        if (offered.length > 0)
          Object.assign(told, { tools: namesIn(offered, body), results: rounds.flat() });
        const found = tool && offered.find(({ name }) => name.endsWith(tool));
        if (found && !isCalled) {
          isCalled = true;
          return stepFor(found, input);
        }
        const isHidden = tool && !found && rounds.length === 0 && offered.some(({ name }) => name === SEARCH);
        return isHidden
          ? stepFor({ name: SEARCH }, { query: `select:${SPELLED}${tool}` })
          : { text: 'Done.' };
      });
      return told;
    },
    close: () => void model.close(),
  };
}

/** Some hide tools until the model has searched for them by name, which they list in their text. */
const SEARCH = 'tool_search';
const SPELLED = 'mcp__amber__';

function namesIn(offered: Offered[], body: unknown): string[] {
  const spelled = JSON.stringify(body).match(new RegExp(`${SPELLED}[a-z_]+`, 'g')) ?? [];
  return [...new Set([...offered.map(({ name }) => name), ...spelled])];
}

interface Offered {
  name: string;
  /** Codex groups a server's tools under one entry. */
  namespace?: string;
}

function offeredIn(tools: unknown): Offered[] {
  const all = (Array.isArray(tools) ? tools : []) as (Partial<Offered> & {
    function?: Offered;
    tools?: Offered[];
  })[];
  return all.flatMap(({ name, function: inner, tools: below }): Offered[] => {
    if (below && name) return below.map((one) => ({ name: one.name, namespace: name }));
    const known = inner?.name ?? name;
    return known ? [{ name: known }] : [];
  });
}

function stepFor({ name, namespace }: Offered, input: Record<string, unknown>): ScriptedStep {
  if (!namespace) return { calls: [{ tool: name, input }] };
  const id = randomUUID();
  const item = {
    type: 'function_call',
    id: `f_${id}`,
    call_id: id,
    name,
    namespace,
    arguments: JSON.stringify(input),
  };
  return { events: [{ type: 'response.output_item.done', output_index: 0, item }] };
}
