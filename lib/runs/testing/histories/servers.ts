/** The servers of generated histories: a call's own arguments decide how it is answered. */
import type { ServerResponse } from 'node:http';
import {
  type AskingServer,
  startAskingServer,
  startOlderAskingServer,
} from '@/lib/connections/testing/asking-servers';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { pngOf, wavOf } from '@/lib/connections/testing/pictures';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { WebServerConfig } from '@/lib/transport/server-config';

const HINTS = {
  look: { readOnlyHint: true, destructiveHint: false },
  browse: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  put: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  drop: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  wipe: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  preview: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
};

const inputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    how: { type: 'string' },
    note: { type: 'string' },
  },
  required: ['id'],
};

/** The values of `how` in a call's arguments. */
export const MANNERS = ['well', 'fails', 'cut', 'hangs', 'media', 'structured', 'long'] as const;
export type Manner = (typeof MANNERS)[number];

export interface PlayServers {
  configs: WebServerConfig[];
  newer: AskingServer;
  older: AskingServer;
  /** Ids of calls that have reached the scripted servers. */
  arrived: Set<string>;
  /** Whether calls that should hang do; otherwise they break off. */
  mayHang: boolean;
  close(): Promise<void>;
}

/** `s` is trusted, `w` is not; `new`, `old` and `wild` ask questions during calls. */
export async function startServers(): Promise<PlayServers> {
  const arrived = new Set<string>();
  let servers: PlayServers | undefined;
  const scripted = await startScripted(arrived, () => servers?.mayHang ?? false);
  const [newer, older] = [await startAskingServer(), await startOlderAskingServer()];
  servers = {
    mayHang: true,
    configs: [
      config('s', scripted.url, true),
      config('w', scripted.url, false),
      config('new', newer.url, true),
      config('old', older.url, true),
      config('wild', newer.url, false),
    ],
    newer,
    older,
    arrived,
    close: async () => {
      await Promise.all([scripted.close(), newer.close(), older.close()]);
    },
  };
  return servers;
}

function config(name: string, url: string, trusted: boolean): WebServerConfig {
  return { name, url, headers: {}, trusted };
}

function startScripted(arrived: Set<string>, mayHang: () => boolean): Promise<TestServer> {
  return startScriptedServer({
    list: () => ({ tools: Object.entries(HINTS).map(([name, hints]) => listed(name, hints)) }),
    call: ({ message }, response) => {
      const { name, arguments: input } = message.params ?? {};
      const { id, how = 'well' } = Object(input) as { id?: string; how?: Manner };
      if (name === 'preview') return sendResult(response, message, previewOf(String(id)));
      // A second attempt is answered.
      const isAgain = arrived.has(String(id));
      arrived.add(String(id));
      const manner = how === 'hangs' && !mayHang() ? 'cut' : how;
      const result = answer(String(name), String(id), isAgain ? 'well' : manner, response);
      if (result) sendResult(response, message, result);
    },
  });
}

function listed(name: string, hints: Record<string, boolean>) {
  const extra =
    name === 'wipe' ? { 'amber/preview': 'preview' } : name === 'preview' && { 'amber/companion': true };
  return plainTool(name, {
    annotations: { openWorldHint: false, ...hints },
    inputSchema,
    ...(extra && { _meta: extra }),
  });
}

function previewOf(id: string) {
  return { content: [], structuredContent: { lines: [{ label: 'Record', value: id, amount: '12.00 EUR' }] } };
}

function answer(name: string, id: string, how: Manner, response: ServerResponse): object | undefined {
  const text = { type: 'text', text: `${name} ${id}: done` };
  if (how === 'fails') return { content: [{ type: 'text', text: `${id} is locked.` }], isError: true };
  if (how === 'cut') return void response.destroy();
  if (how === 'hangs') return undefined;
  if (how === 'structured') return { content: [text], structuredContent: { id, rows: [{ n: 1 }, { n: 2 }] } };
  if (how === 'long') return { content: [{ type: 'text', text: `${id} and so on. `.repeat(1_000) }] };
  if (how === 'media') return { content: [text, ...MEDIA] };
  return { content: [text] };
}

const MEDIA = [
  { type: 'image', mimeType: 'image/png', data: pngOf(4, 3).toString('base64') },
  {
    type: 'resource',
    resource: { uri: 'file:///a/tone.wav', mimeType: 'audio/wav', blob: wavOf().toString('base64') },
  },
  { type: 'resource_link', uri: 'https://example.test/a', name: 'a' },
];
