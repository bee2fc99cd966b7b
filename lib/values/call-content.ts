// Shared with the browser: types and pure functions only.
/** What a call answered, as it is kept for the page, and the part of it that the model reads. */
import { storable, visible } from './text';

/** Content in MCP's shapes, checked. All of it is data: none of it is ever fetched automatically. */
export type ContentPart =
  | { type: 'text'; text: string }
  | MediaPart
  | ResourceLink
  | { type: 'resource'; uri: string; mimeType?: string; text: string };

/** A resource at the server, read only when a person asks for it. */
export interface ResourceLink {
  type: 'resource_link';
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
  /** `CALL/PLACE`, the address to ask for it; absent in answers kept before that was possible. */
  at?: string;
}

/** Bytes in a server's answer. They are stored apart, with the call. */
export interface MediaPart {
  /** How it may be shown, judged by its bytes: as a picture, as sound, or not at all (`file`: a download). */
  type: 'image' | 'audio' | 'file';
  /** Detected from its bytes; `application/octet-stream` if they are not recognised. */
  mimeType: string;
  /** The type that its server claims, if different. */
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
  /** `CALL/PLACE`, the address of its bytes; absent if none are kept. */
  at?: string;
}

export function isMedia(part: ContentPart): part is MediaPart {
  return part.type === 'image' || part.type === 'audio' || part.type === 'file';
}

/** Whether its content is asked for by its place in the answer. */
export function isElsewhere(part: ContentPart): part is MediaPart | ResourceLink {
  return isMedia(part) || part.type === 'resource_link';
}

/** Characters that the model reads of one answer, the notice included. */
export const MAX_MODEL_TEXT = 25_000;
const MAX_LABEL = 200;

/** The text of an answer; other kinds of content become a line of description. Too long a text is cut, with a notice. */
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

/** An amount of bytes, such as "12 kB"; empty if it is not known. */
export function sizeWords(bytes: number | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What the result's hash takes in for bytes, since the text only mentions that they exist. */
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
