/**
 * An MCP client of any revision, without a library: each request has a connection of its own that can be cut, and the
 * server's messages on it are reported unchanged. Used by tests of cancellations by clients.
 */
import { spawn } from 'node:child_process';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

export const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** The response to one request; `nothing`: it ended without a message, or was cut. */
export type Told = { kind: 'result' | 'error'; text: string } | { kind: 'again' } | { kind: 'nothing' };

export interface Asked {
  id: number;
  askedAt: number;
  answer: Promise<Told & { at: number }>;
  /** The number of progress messages so far. */
  progress(): number;
  /** Breaks the connection, like a network failure. */
  cut(): void;
}

const META = 'io.modelcontextprotocol/';

export class RawClient {
  session: string | undefined;
  readonly url: string;
  readonly revision: Revision;
  private readonly token: string;
  private readonly name: string;
  private lastId = 0;

  /**
   * @param url of the app: `http://127.0.0.1:3000`
   * @param name the client's name
   */
  constructor(url: string, token: string, revision: Revision, name: string) {
    this.url = url;
    this.token = token;
    this.revision = revision;
    this.name = name;
  }

  get isModern(): boolean {
    return this.revision === '2026-07-28';
  }

  /** Begins a session; from 2026-07-28 on there are none. */
  async begin(): Promise<this> {
    if (this.isModern) return this;
    const clientInfo = { name: this.name, version: '1' };
    const params = { protocolVersion: this.revision, capabilities: {}, clientInfo };
    const { headers, status } = await this.exchange('initialize', { id: this.nextId(), params });
    this.session = headers['mcp-session-id'] as string | undefined;
    if (!this.session) throw new Error(`No session began (${status}).`);
    await this.exchange('notifications/initialized', {});
    return this;
  }

  /** Sends a tool call, without waiting. */
  ask(name: string, args: unknown, { id = this.nextId(), url = this.url }: AskOptions = {}): Asked {
    const askedAt = Date.now();
    const sent = this.send('tools/call', callOf(name, args, id), url);
    let told = 0;
    const answer = sent.response.then(
      async (response) => ({ ...(await toldIn(response, () => (told += 1))), at: Date.now() }),
      () => ({ kind: 'nothing' as const, at: Date.now() }),
    );
    return { id, askedAt, answer, progress: () => told, cut: () => void sent.request.destroy() };
  }

  /**
   * Sends it from a separate process, which can be killed.
   * @returns a function that kills it; resolves when it has gone
   */
  askApart(name: string, args: unknown): { id: number; kill(): Promise<void> } {
    const id = this.nextId();
    const { options, body } = this.message('tools/call', callOf(name, args, id));
    const program = `require('http').request(${JSON.stringify(`${this.url}/api/mcp`)}, ${JSON.stringify(options)},
      (answer) => answer.resume()).end(${JSON.stringify(body)}); setTimeout(() => {}, 600_000);`;
    const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const kill = () => {
      child.kill('SIGKILL');
      return gone;
    };
    return { id, kill };
  }

  /** Cancels a request, in the way of its revision. Resolves with the status of that. */
  async cancel(id: number, { url = this.url, reason = 'Esc' } = {}): Promise<number> {
    return (await this.exchange('notifications/cancelled', { params: { requestId: id, reason } }, url))
      .status;
  }

  /** Ends its session. Resolves with the status of that. */
  async end(url = this.url): Promise<number> {
    const { response } = this.send(undefined, {}, url);
    return statusOf(await response);
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  private async exchange(method: string, message: Message, url = this.url) {
    const response = await this.send(method, message, url).response;
    const status = await statusOf(response);
    return { headers: response.headers, status };
  }

  private send(method: string | undefined, message: Message, url: string) {
    const { options, body } = this.message(method, message);
    return exchange(`${url}/api/mcp`, options, body);
  }

  private message(method: string | undefined, { id, params = {} }: Message) {
    const named = method === 'tools/call' ? { 'mcp-name': String(params.name) } : {};
    const headers = {
      authorization: `Bearer ${this.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(method === 'initialize' ? {} : { 'mcp-protocol-version': this.revision }),
      ...(this.session && { 'mcp-session-id': this.session }),
      ...(this.isModern && method && { 'mcp-method': method, ...named }),
    };
    const meta = this.isModern
      ? {
          [`${META}protocolVersion`]: this.revision,
          [`${META}clientInfo`]: { name: this.name, version: '1' },
          [`${META}clientCapabilities`]: {},
        }
      : {};
    const _meta = { ...Object(params._meta), ...meta };
    const sent = { jsonrpc: '2.0', method, ...(id !== undefined && { id }), params: { ...params, _meta } };
    const options = { method: method ? 'POST' : 'DELETE', headers };
    return { options, body: method && JSON.stringify(sent) };
  }
}

function callOf(name: string, args: unknown, id: number): Message {
  return { id, params: { name, arguments: args, _meta: { progressToken: `p${id}` } } };
}

interface AskOptions {
  id?: number;
  /** Of another process on the same database. */
  url?: string;
}

interface Message {
  id?: number;
  params?: Record<string, unknown>;
}

/** On a connection of its own, which is closed afterwards. */
function exchange(url: string, options: RequestOptions, body: string | undefined) {
  const agent = new Agent({ keepAlive: false });
  const sent = request(url, { ...options, agent });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  response.catch(() => {});
  sent.end(body);
  return { request: sent, response };
}

async function statusOf(response: IncomingMessage): Promise<number> {
  for await (const _ of response);
  return response.statusCode ?? 0;
}

/** Reads a response to its end, as JSON or as events. */
async function toldIn(response: IncomingMessage, onProgress: () => void): Promise<Told> {
  let text = '';
  let read = 0;
  let told: Told = { kind: 'nothing' };
  const isStream = response.headers['content-type']?.includes('text/event-stream') ?? false;
  try {
    for await (const piece of response.setEncoding('utf8')) {
      text += piece;
      for (let end = text.indexOf('\n\n', read); isStream && end >= 0; end = text.indexOf('\n\n', read)) {
        const data = /^data: ?(.*)$/m.exec(text.slice(read, end))?.[1];
        read = end + 2;
        const message = data ? Object(JSON.parse(data)) : {};
        if (message.method === 'notifications/progress') onProgress();
        else if ('id' in message) told = toldBy(message);
      }
    }
    return isStream || text === '' ? told : toldBy(Object(JSON.parse(text)));
  } catch {
    return told;
  }
}

function toldBy({ result, error }: Record<string, unknown>): Told {
  if (error !== undefined) return { kind: 'error', text: JSON.stringify(error) };
  const { resultType, isError, content } = Object(result);
  if (resultType === 'input_required') return { kind: 'again' };
  const text = (Array.isArray(content) ? content : [])
    .map((part) => String(Object(part).text ?? ''))
    .join('\n');
  return { kind: isError ? 'error' : 'result', text };
}
