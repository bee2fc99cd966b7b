/**
 * An OpenAI-compatible server that says what a test scripted. The script is found by what the person wrote
 * last, the step by how many rounds of results came since: nothing is remembered between requests, so a
 * restarted app meets the same model.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatWire, responsesWire, type Wire } from './model-wire.ts';
import type { SentTool } from './refusals/walk.ts';

export interface ScriptedStep {
  /** Said first, word by word. */
  text?: string;
  /** Events of the wire, sent as they stand. */
  events?: unknown[];
  /** Then called. `input` is sent as JSON, a string as it stands; `id` is one of its own unless given. */
  calls?: { tool: string; input: unknown; id?: string }[];
  /** Answer with this HTTP status instead. */
  status?: number;
  /** Close the connection after the text, without an end. */
  cut?: boolean;
  /** Pause before each word. */
  pauseMs?: number;
  /** Awaited after the first word. */
  hold?: Promise<unknown>;
}

/** What the model was asked with. */
export interface ModelRequest {
  path: string;
  /** The system or developer text. */
  instructions: string;
  lastUser: string;
  /** Results since the person's last message, in order, one array a round. */
  rounds: string[][];
  /** The tools offered. */
  tools: SentTool[];
  /** The whole request, as sent. */
  body: Record<string, unknown>;
}

type Script = (request: ModelRequest) => ScriptedStep;

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** Refuses a request for its tools, as real APIs do (`refusals`); null: it takes them. */
  refuse: (tools: readonly SentTool[]) => { status: number; body: unknown } | null = () => null;
  private readonly scripts: { match: string; script: Script }[] = [];
  private calls = 0;

  private readonly server: Server;
  /** For `OPENAI_BASE_URL`. */
  readonly url: string;

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const model = new ScriptedModel(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.on('request', (request, response) => void model.answer(request, response));
    return model;
  }

  /** From now on, messages that contain `match` are answered so; the newest script that matches counts. */
  script(match: string, steps: ScriptedStep[] | Script): void {
    const script = Array.isArray(steps)
      ? (request: ModelRequest) => steps[request.rounds.length] ?? { text: 'Done.' }
      : steps;
    this.scripts.unshift({ match, script });
  }

  /** The requests whose last message of the person contains `match`. */
  requestsFor(match: string): ModelRequest[] {
    return this.requests.filter((request) => request.lastUser.includes(match));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    // The process that asked was killed before it had said what.
    if (body === '') return void response.end();
    const asked = readRequest(request.url ?? '', JSON.parse(body));
    this.requests.push(asked);
    const refusal = this.refuse(asked.tools);
    if (refusal) {
      response.writeHead(refusal.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal.body));
      return;
    }
    const found = this.scripts.find(({ match }) => asked.lastUser.includes(match));
    const step = found?.script(asked) ?? { text: `No script for: ${asked.lastUser.slice(0, 100)}` };
    if (step.status) {
      response.writeHead(step.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'scripted failure', type: 'scripted' } }));
      return;
    }
    const id = `r${this.requests.length}`;
    const wire = asked.path.endsWith('/responses') ? responsesWire(id) : chatWire(id);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await this.stream(response, wire, step);
  }

  private async stream(response: ServerResponse, wire: Wire, step: ScriptedStep): Promise<void> {
    const send = (events: unknown[]) => {
      response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    };
    send(wire.open());
    const words = step.text?.match(/\s*\S+/g) ?? [];
    for (const [index, word] of words.entries()) {
      if (step.pauseMs) await new Promise((resolve) => setTimeout(resolve, step.pauseMs));
      if (response.destroyed) return;
      send(wire.text(word));
      if (index === 0) await step.hold;
    }
    if (step.cut) {
      response.destroy();
      return;
    }
    if (step.events) send(step.events);
    for (const { tool, input, id: given } of step.calls ?? []) {
      const id = given ?? `call_${(this.calls++).toString(36)}_${Date.now().toString(36)}`;
      send(wire.call({ id, tool, input: typeof input === 'string' ? input : JSON.stringify(input) }));
    }
    send(wire.close(Boolean(step.calls?.length)));
    response.end(wire.end);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

interface Item {
  role?: string;
  type?: string;
  content?: unknown;
  output?: unknown;
}

/** Begins what shows a result's pictures where results are words alone: no message of the person's. */
const SHOWN = 'What the results above hold other than text.';

/** Reads what counts from a request of either interface. */
function readRequest(path: string, body: Record<string, unknown>): ModelRequest {
  const items = (body.input ?? body.messages ?? []) as Item[];
  const at = items.findLastIndex((item) => item.role === 'user' && !plain(item.content).startsWith(SHOWN));
  const system = items.filter((item) => item.role === 'system' || item.role === 'developer');
  const tools = ((body.tools ?? []) as Record<string, unknown>[]).map(
    (tool) => (tool.function ?? tool) as SentTool & Record<string, unknown>,
  );
  return {
    path,
    instructions: [body.instructions, ...system.map((item) => item.content)].map(plain).join('\n'),
    lastUser: plain(items[at]?.content),
    rounds: roundsOf(items.slice(at + 1)),
    tools,
    body,
  };
}

function roundsOf(items: Item[]): string[][] {
  const rounds: string[][] = [];
  let inRound = false;
  for (const item of items) {
    const isResult = item.type === 'function_call_output' || item.role === 'tool';
    if (isResult && !inRound) rounds.push([]);
    if (isResult) rounds.at(-1)?.push(plain(item.output ?? item.content));
    inRound = isResult;
  }
  return rounds;
}

function plain(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return content.map((part: { text?: string }) => part.text ?? '').join('');
}
