/** The contents of a resource in its server's answer: checked and bounded, whatever the server calls them. */
import { basename } from 'node:path';
import { mediaOf } from '@/lib/connections/media/media-part';
import type { AskableServer } from '@/lib/servers/askable-server';
import { isRecord } from '@/lib/values/records';
import { storable } from '@/lib/values/text';
import { askOnce } from './ask-once';

/** Of one answer, in bytes; base64 makes images longer. */
const MOST_ANSWER = 5_000_000;
/** The most parts of one resource. */
const MOST_PARTS = 5;

export interface Content {
  uri: string;
  /** The name for its file. */
  name: string;
  /** The type that its server claims. */
  said?: string;
  bytes: Buffer;
  /** Its text, if it came as text. */
  text?: string;
}

export interface Contents {
  contents: Content[];
  /** How many parts were left out: too many, or unreadable. */
  left: number;
}

/** @throws AppError; the signal's reason */
export async function readContents(
  server: AskableServer,
  uri: string,
  signal: AbortSignal,
): Promise<Contents> {
  const asked = {
    of: 'resources',
    method: 'resources/read',
    params: { uri },
    signal,
    most: MOST_ANSWER,
  } as const;
  const { contents } = await askOnce(server, asked);
  return contentsIn(server, Array.isArray(contents) ? contents : [], uri);
}

export function contentsIn(server: AskableServer, parts: readonly unknown[], uri: string): Contents {
  const contents = parts.flatMap((part) => contentOf(server, part, uri) ?? []).slice(0, MOST_PARTS);
  return { contents, left: parts.length - contents.length };
}

/** @param part MCP's TextResourceContents or BlobResourceContents */
function contentOf({ clean }: AskableServer, part: unknown, asked: string): Content | undefined {
  if (!isRecord(part)) return undefined;
  const named =
    typeof part.uri === 'string' && part.uri !== '' ? part.uri.slice(0, asked.length + 500) : asked;
  // It may differ from what was asked for, and is shown to people and models.
  const uri = storable(clean(named));
  const said =
    typeof part.mimeType === 'string' && part.mimeType !== '' ? { said: part.mimeType.slice(0, 100) } : {};
  const name = nameIn(uri);
  if (typeof part.text === 'string') {
    const text = storable(clean(part.text, MOST_ANSWER));
    return { uri, name, ...said, text, bytes: Buffer.from(text) };
  }
  const media = mediaOf(part.blob, { kind: 'resource', mimeType: part.mimeType, uri });
  return media && { uri, name, ...said, bytes: media.bytes };
}

/** The last meaningful part of an address: `amber://customers/Halden%20Optics` is "Halden Optics". */
export function nameIn(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/[?#].*$/s, '');
  const last = basename(path) || path || uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
