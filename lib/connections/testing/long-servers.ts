/** A server whose calls take as long as requested and send what was requested meanwhile, over each transport. */
import type { ServerResponse } from 'node:http';
import type { ServerConfig } from '@/lib/transport/server-config';
import { serverConfig } from './connections';
import { startHttpServer } from './http-server';
import { programConfig, smallServer } from './programs';
import { plainTool, startScriptedServer } from './scripted-server';

/** The arguments of a call. */
export interface Long {
  /** What is sent every `everyMs`; `comment` is not a message at all. */
  says: 'progress' | 'log' | 'ping' | 'comment' | 'nothing';
  everyMs: number;
  /** It answers after this many; 0: never. */
  times: number;
  /** Goes on even if nobody waits any more. */
  stubborn?: boolean;
}

interface Saying {
  say(message: object): void;
  comment(): void;
  done(): void;
}

/** Also run as source text by a separate program, so it may use nothing but its arguments. */
function perform(long: Long, progressToken: unknown, { say, comment, done }: Saying): () => void {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    if (long.times > 0 && count > long.times) {
      clearInterval(timer);
      done();
      return;
    }
    const message = `part ${count}`;
    const params = { progressToken, progress: count, total: long.times || 1000, message };
    if (long.says === 'progress') say({ method: 'notifications/progress', params });
    const line = { level: 'info', logger: 'long', data: message };
    if (long.says === 'log') say({ method: 'notifications/message', params: line });
    if (long.says === 'ping') say({ id: `ping-${count}`, method: 'ping' });
    if (long.says === 'comment') comment();
  }, long.everyMs);
  return () => clearInterval(timer);
}

const said = { content: [{ type: 'text', text: 'done' }] };
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
/** One that adds, and one that only reads. */
const TOOLS = [plainTool('work', { annotations: ADDS }), plainTool('watch', { annotations: READS })];

const PROGRAM = `
${perform.toString()}
const tools = () => ${JSON.stringify(TOOLS)};
const running = new Map();
const call = ({ arguments: long, _meta = {} }, answer, id) => {
  const stop = perform(long, _meta.progressToken, { say, comment: () => process.stderr.write('still here\\n'), done: () => answer(text('done')) });
  if (!long.stubborn) running.set(id, stop);
};
const other = ({ method, params }) => method === 'notifications/cancelled' && running.get(params.requestId)?.();
`;

type Limits = Partial<Pick<ServerConfig, 'timeoutMs' | 'totalTimeoutMs' | 'trusted' | 'maxConcurrency'>>;
type Started = { config: ServerConfig; close(): Promise<void> };

/** The same server over each transport, by the transport's name. */
export const LONG_SERVERS: Record<string, (limits: Limits) => Promise<Started>> = {
  program: async (limits) => ({
    config: programConfig('s', { args: [smallServer(PROGRAM)] }, limits),
    close: async () => {},
  }),
  'Streamable HTTP': async (limits) => {
    const server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: ({ message }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const { say, comment } = saying(response);
        const done = () => say({ id: message.id, result: { resultType: 'complete', ...said } });
        const { arguments: long, _meta } = Object(message.params) as { arguments: Long; _meta: object };
        const stop = perform(long, Object(_meta).progressToken, { say, comment, done });
        response.once('close', stop);
      },
    });
    return { config: serverConfig('s', server.url, limits), close: () => server.close() };
  },
  'HTTP of 2024': async (limits) => {
    const server = await startHttpServer(oldServer());
    return { config: serverConfig('s', server.url, { type: 'sse', ...limits }), close: () => server.close() };
  },
};

function saying(response: ServerResponse): Pick<Saying, 'say' | 'comment'> {
  const say = (value: object) =>
    void response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
  return { say, comment: () => void response.write(': still here\n\n') };
}

function oldServer(): Parameters<typeof startHttpServer>[0] {
  let stream: Pick<Saying, 'say' | 'comment'> | undefined;
  return ({ httpMethod, message }, response) => {
    if (httpMethod === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      stream = saying(response);
      return;
    }
    response.writeHead(202).end();
    const { id, method, params } = message;
    const serverInfo = { name: 'old', version: '1' };
    const initialized = { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo };
    if (method === 'initialize') stream?.say({ id, result: initialized });
    if (method === 'tools/list') stream?.say({ id, result: { tools: TOOLS } });
    if (method !== 'tools/call' || !stream) return;
    const { arguments: long, _meta } = Object(params) as { arguments: Long; _meta: object };
    const { say, comment } = stream;
    const stop = perform(long, Object(_meta).progressToken, {
      say,
      comment,
      done: () => say({ id, result: said }),
    });
    if (!long.stubborn) setTimeout(stop, 20_000).unref();
  };
}
