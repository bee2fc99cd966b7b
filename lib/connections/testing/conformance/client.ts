/**
 * The client that the conformance suite starts, once per scenario: it does with the suite's server what a turn would,
 * through the connections that the app uses. The suite's address is the last argument, the scenario is in
 * `MCP_CONFORMANCE_SCENARIO`.
 */

import { violations } from '@/lib/json-schema/json-schema';
import type { ServedConnections } from '@/lib/servers/served-connections';
import { isConnectionError, isForPerson } from '@/lib/tools/connection-error';
import type { ConnectedTool, Connections, Elicited } from '@/lib/tools/types';
import { createConnections } from '../../connect';
import { CALLER, EMPTY_OWN } from '../caller';
import { Person } from './person';

const { signal } = new AbortController();

/** A person who submits the form's defaults. */
async function onElicit(params: Record<string, unknown>): Promise<Elicited> {
  const { properties } = Object(params.requestedSchema) as { properties?: Record<string, object> };
  const filled = Object.entries(properties ?? {}).map(([name, field]) => [name, defaultOf(field)]);
  return { action: 'accept', content: Object.fromEntries(filled) };
}

function defaultOf(field: object): unknown {
  const { default: given, type, enum: choices } = field as Record<string, unknown>;
  if (given !== undefined) return given;
  if (Array.isArray(choices)) return choices[0];
  return { boolean: true, integer: 1, number: 1, string: 'x' }[String(type)];
}

/** Arguments that match the schema. */
function inputFor({ inputSchema }: ConnectedTool): Record<string, unknown> {
  const { properties } = inputSchema as { properties?: Record<string, object> };
  const entries = Object.entries(properties ?? {}).map(([name, field]) => [name, defaultOf(field)]);
  const input = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const wrong = violations(inputSchema, input, { patterns: true });
  if (wrong.length > 0) throw new Error(`No arguments for ${JSON.stringify(inputSchema)}`);
  return input;
}

const connect = (url: string, person: Person) =>
  createConnections({
    own: EMPTY_OWN,
    servers: [{ name: 's', url, headers: {}, trusted: true }],
    signIns: () => person.signIn,
    patienceMs: 60_000,
    listingTimeoutMs: 60_000,
  });

/** How often a person signs in again because a call needs more rights than the sign-in has. */
const MOST_TIMES = 2;

/** Runs it, and again after a sign-in if the server requires one. */
async function signedIn<Result>(
  connections: ServedConnections,
  person: Person,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let times = 0; ; times++) {
    try {
      return await work();
    } catch (error) {
      if (!wantsSignIn(error) || times === MOST_TIMES) throw error;
      await person.signInBy(connections.challengeOf('s'));
    }
  }
}

function wantsSignIn(error: unknown): boolean {
  if (error instanceof NeedsSignIn) return true;
  return isConnectionError(error) && isForPerson(error.code);
}

class NeedsSignIn extends Error {}

async function listed(connections: Connections): Promise<ConnectedTool[]> {
  const { tools, problems } = await connections.list({ fresh: 's' });
  if (problems.some(({ kind }) => kind === 'needs-sign-in')) throw new NeedsSignIn(JSON.stringify(problems));
  if (tools.length === 0 && problems.length > 0) throw new Error(JSON.stringify(problems));
  return tools;
}

async function call(connections: Connections, tool: ConnectedTool, input: unknown): Promise<void> {
  const outcome = await connections.call(tool, input, signal, { callId: tool.name, onSend() {}, onElicit });
  if (outcome.isError) throw new Error(outcome.text);
}

interface Context {
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
}

/** The calls of a scenario: those it names, else one per tool. */
function callsOf(tools: ConnectedTool[], scenario: string | undefined): [ConnectedTool, unknown][] {
  const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Context;
  if (toolCalls) {
    return toolCalls.flatMap(({ name, arguments: input }) => {
      const tool = tools.find((one) => one.name === name);
      return tool ? [[tool, input] as [ConnectedTool, unknown]] : [];
    });
  }
  if (scenario === 'json-schema-2020-12-preservation') {
    const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    const echo = tools.find(({ name }) => name === 'json_schema_echo');
    return focal && echo ? [[echo, { schema: focal.inputSchema }]] : [];
  }
  // This scenario only reads the list: its server handles no calls.
  if (scenario === 'json-schema-ref-no-deref') return [];
  return tools.map((tool) => [tool, inputFor(tool)]);
}

async function main(): Promise<void> {
  const url = process.argv.at(-1) ?? '';
  const { toolCalls: _, ...given } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Context;
  const person = new Person(url, given);
  const pool = connect(url, person);
  const connections = pool.connectionsFor(CALLER);
  const tools = await signedIn(connections, person, () => listed(connections));
  for (const [tool, input] of callsOf(tools, process.env.MCP_CONFORMANCE_SCENARIO)) {
    await signedIn(connections, person, () => call(connections, tool, input));
  }
  await pool.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
