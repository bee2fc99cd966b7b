/** What the client by the protocol's authors gets from a server: the baseline for Amber. */
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Ready } from './entry.ts';

const TIME_MS = 45_000;

export interface Reference {
  /** Each tool; null: it rejects the list, or gets none. */
  tools: { name: string; description: string; isForPageOnly: boolean }[] | null;
  /** Why. */
  refusal?: string;
}

export async function referenceList({ program, entry }: Ready, asSse: boolean): Promise<Reference> {
  const client = new Client({ name: 'interop', version: '1' });
  try {
    await within(client.connect(transportTo(program, entry, asSse)));
    const { tools } = await within(client.listTools());
    return {
      tools: tools.map(({ name, description = '', _meta }) => {
        const ui = _meta?.ui as { visibility?: unknown } | undefined;
        const isForPageOnly = Array.isArray(ui?.visibility) && !ui.visibility.includes('model');
        return { name, description, isForPageOnly };
      }),
    };
  } catch (error) {
    return { tools: null, refusal: String(error instanceof Error ? error.message : error).slice(0, 300) };
  } finally {
    await Promise.race([client.close().catch(() => {}), pause(5000)]);
  }
}

function transportTo(program: Ready['program'], entry: Ready['entry'], asSse: boolean): Transport {
  if (program) {
    const env = { PATH: process.env.PATH ?? '', ...program.env };
    return new StdioClientTransport({ ...program, env, stderr: 'ignore' });
  }
  const url = new URL(String(entry.url));
  const requestInit = { headers: (entry.headers ?? {}) as Record<string, string> };
  return asSse
    ? new SSEClientTransport(url, { requestInit })
    : new StreamableHTTPClientTransport(url, { requestInit });
}

function within<Value>(work: Promise<Value>): Promise<Value> {
  const late = pause(TIME_MS).then((): never => {
    throw new Error(`no answer in ${TIME_MS / 1000} s`);
  });
  return Promise.race([work, late]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
