// Shared with the browser: types and pure functions only.
/** What a call answered, as it is kept for the page, and what of it the model reads. */
import { storable, visible } from './text';

/** Of MCP's shapes what was checked and is kept. All is data: nothing of it is ever fetched by itself. */
export type ContentPart =
  | { type: 'text'; text: string }
  | MediaPart
  | ResourceLink
  | { type: 'resource'; uri: string; mimeType?: string; text: string };

/** Something that the server has elsewhere, to be read of it when a person asks for it. */
export interface ResourceLink {
  type: 'resource_link';
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
  /** `CALL/PLACE`, by which it is asked for; absent where it was kept before that could be done. */
  at?: string;
}

/** Bytes that a server answered. They are kept apart, with the call. */
export interface MediaPart {
  /** How it may be shown, by its own bytes: as a picture, as sound, or not at all (`file`: a download). */
  type: 'image' | 'audio' | 'file';
  /** By its bytes; `application/octet-stream` where they tell nothing. */
  mimeType: string;
  /** What its server calls it, where that is something else. */
  said?: string;
  /** Safe as the name of a file. */
  name: string;
  /** In bytes. */
  size: number;
  /** SHA-256 (hex) of the bytes. */
  sha256: string;
  /** Of a picture, in pixels. */
  width?: number;
  height?: number;
  /** A picture that moves. */
  animated?: true;
  /** A picture of too many pixels to be shown. */
  tooLarge?: true;
  /** `CALL/PLACE`, under which its bytes are kept; absent where none are. */
  at?: string;
}

export function isMedia(part: ContentPart): part is MediaPart {
  return part.type === 'image' || part.type === 'audio' || part.type === 'file';
}

/** Whether what it stands for is asked for by its place in the answer. */
export function isElsewhere(part: ContentPart): part is MediaPart | ResourceLink {
  return isMedia(part) || part.type === 'resource_link';
}

/** Characters that the model reads of one answer, the notice included. */
export const MAX_MODEL_TEXT = 25_000;
const MAX_LABEL = 200;

/** The text of an answer; other kinds of content become a line that describes them. Cut, with a notice. */
export function modelText(content: readonly ContentPart[]): string {
  return shortened(content.map(wordsOf).join('\n'), MAX_MODEL_TEXT);
}

/** The text, or its beginning and a notice, together at most this many characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const notice = `\n[Cut here: the answer has ${text.length} characters. Ask for less, or for the next part.]`;
  return text.slice(0, most - notice.length).toWellFormed() + notice;
}

/** A line that says what a part is, such as "[image, image/png, 12 kB]". */
export function lineOf(...facts: unknown[]): string {
  return `[${facts.filter(isText).map(labelOf).join(', ')}]`;
}

/** An amount of bytes, such as "12 kB"; nothing where none is known. */
export function sizeWords(bytes: number | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Whose bytes a call's result holds, for its hash: the words say only that they are there. */
export function mediaHashes(content: readonly ContentPart[]): string[] {
  return content.filter(isMedia).map(({ type, sha256 }) => `${type} ${sha256}`);
}

/** A line for a picture, a sound or a file. */
export function mediaLine({ type, mimeType, said, name, width, height, size }: MediaPart): string {
  const sides = width && height ? `${width} x ${height} pixels` : undefined;
  const isUnknown = mimeType === 'application/octet-stream';
  return lineOf(
    type,
    type === 'file' ? name : undefined,
    isUnknown ? said : mimeType,
    sides,
    sizeWords(size),
  );
}

function wordsOf(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
    case 'file':
      return mediaLine(part);
    case 'resource_link':
      return lineOf(part.type, part.mimeType, part.name, part.uri);
    case 'resource':
      return `${lineOf(part.type, part.mimeType, part.uri)}\n${part.text ?? ''}`;
    default:
      return '[unreadable content]';
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function labelOf(text: string): string {
  const label = visible(storable(text.slice(0, MAX_LABEL)).replaceAll('\n', ' '));
  return text.length > MAX_LABEL ? `${label}…` : label;
}
