/** Turns the base64 of an answer into what is kept of it: a picture, a sound, or a file to download. */
import { createHash } from 'node:crypto';
import type { MediaPart } from '@/lib/values/call-content';
import { storable, visible } from '@/lib/values/text';
import { fileName } from './file-name';
import { sniff } from './sniff';

/** What a server claims about its bytes. None of it is believed. */
export interface DeclaredMedia {
  kind: 'image' | 'audio' | 'resource';
  mimeType?: unknown;
  name?: unknown;
  uri?: unknown;
}

const FALLBACK = { image: 'picture', audio: 'sound', file: 'file' } as const;
const MAX_TYPE = 100;

/** @returns nothing if it is not base64, or is empty */
export function mediaOf(data: unknown, said: DeclaredMedia): { part: MediaPart; bytes: Buffer } | undefined {
  const bytes = bytesOf(data);
  if (!bytes) return undefined;
  const heard = said.kind === 'audio' || /^audio\//i.test(String(said.mimeType));
  const { mimeType, ...facts } = sniff(bytes, heard);
  const called = wordOf(said.mimeType);
  const fallback = FALLBACK[facts.type];
  const name = fileName({ given: [said.name, said.uri], mimeType, said: called, fallback });
  const part: MediaPart = {
    ...facts,
    mimeType: mimeType ?? 'application/octet-stream',
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(called && called !== mimeType && { said: called }),
  };
  return { part, bytes };
}

/**
 * Servers write base64 with line breaks, in the URL-safe alphabet, without padding, and as a `data:` URL; all of these
 * are accepted. Text with any other character is not base64.
 */
function bytesOf(data: unknown): Buffer | undefined {
  if (typeof data !== 'string') return undefined;
  const bare = data.replace(/^data:[^,]{0,200};base64,/, '').replace(/\s+/g, '');
  const filled = bare.replace(/={1,2}$/, '');
  if (filled === '' || filled.length % 4 === 1 || !/^(?:[A-Za-z0-9+/]+|[\w-]+)$/.test(filled))
    return undefined;
  return Buffer.from(filled, 'base64');
}

function wordOf(type: unknown): string | undefined {
  if (typeof type !== 'string' || type.trim() === '') return undefined;
  return visible(storable(type.trim().slice(0, MAX_TYPE).replaceAll('\n', ' '))).toLowerCase();
}
