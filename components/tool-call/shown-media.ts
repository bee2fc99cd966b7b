/** What of a result is to be seen, heard or downloaded. Apart from the rest of a result: every row looks for it at once. */
import { type ContentPart, isMedia, type MediaPart } from '@/lib/values/call-content';

/** A picture, a sound or a file, and where its bytes are: at an address of ours. */
export interface ShownMedia extends MediaPart {
  address: string;
}

/** In the server's order. */
export function mediaIn(output: unknown): ShownMedia[] {
  const content: unknown = Object(output).content;
  return Array.isArray(content) ? content.flatMap((part) => shownMedia(part) ?? []) : [];
}

/** @returns null for what is nothing of the kind, or of which nothing is kept */
export function shownMedia(part: unknown): ShownMedia | null {
  const media = Object(part) as ContentPart;
  const address = isMedia(media) ? addressOf(media.at) : null;
  return isMedia(media) && address ? { ...media, address } : null;
}

/** Only below our own route, whatever the address says. */
function addressOf(at: unknown): string | null {
  const [, call, place] = (typeof at === 'string' && /^([\w-]{1,128})\/(\d{1,4})$/.exec(at)) || [];
  return call && place ? `/api/calls/${call}/content/${place}` : null;
}
