import 'server-only';
/** Reads a page of a server (MCP Apps): requested by its address, and accepted only if it is one. */
import type { AskableServer } from '@/lib/servers/askable-server';
import type { ServedConnections } from '@/lib/servers/served-connections';
import { ConnectionError } from '@/lib/tools/connection-error';
import type { ConnectedTool } from '@/lib/tools/types';
import { isRecord } from '@/lib/values/records';

/** A page of a server's. */
export interface ServerPage {
  html: string;
  /** Its `_meta.ui`, unvalidated. */
  meta: Record<string, unknown>;
}

/** The type defined by the extension; parameters may be in any order, with others after them. */
const TYPE = /^text\/html\s*;(?:.*;)?\s*profile="?mcp-app"?\s*(?:;|$)/i;
/** Bytes of the answer, and characters of the page: a single file with a whole library inside is not unusual. */
const MOST_BYTES = 8_000_000;
const MOST_CHARACTERS = 5_000_000;

/** How long a server may take to send one, in milliseconds. */
const PATIENCE_MS = 20_000;

/** @throws ConnectionError, or the signal's reason */
export async function readPage(
  connections: Pick<ServedConnections, 'askable'>,
  { server: name, serverUrl, page: uri }: Pick<ConnectedTool, 'server' | 'serverUrl'> & { page: string },
  signal: AbortSignal,
): Promise<ServerPage> {
  const servers = await connections.askable();
  const server = servers.find((one) => one.name === name && one.url === serverUrl && !one.isOurs);
  if (!server) throw new ConnectionError(`The server "${name}" is not connected any more.`, 'not-sent');
  const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const asked = { of: 'resources', method: 'resources/read', params: { uri } } as const;
  const answer = await server.ask({ ...asked, budget: { limit: MOST_BYTES, used: 0 }, signal: until });
  const contents = Array.isArray(answer?.contents) ? answer.contents.filter(isRecord) : [];
  return pageOf(server, contents.find((one) => one.uri === uri) ?? {});
}

function pageOf(
  { name }: AskableServer,
  { mimeType, text, blob, _meta }: Record<string, unknown>,
): ServerPage {
  const html = typeof text === 'string' ? text : typeof blob === 'string' ? decoded(blob) : undefined;
  if (typeof mimeType !== 'string' || !TYPE.test(mimeType) || html === undefined)
    throw new ConnectionError(`The server "${name}" sent something that is no page of an app.`, 'answered');
  if (html.length > MOST_CHARACTERS)
    throw new ConnectionError(`The page of the server "${name}" is too long to be shown.`, 'answered');
  return { html, meta: isRecord(_meta) && isRecord(_meta.ui) ? _meta.ui : {} };
}

const decoded = (blob: string) => Buffer.from(blob, 'base64').toString('utf8');
