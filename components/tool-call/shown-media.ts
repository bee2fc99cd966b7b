/**
 * What a result contains to see, hear or download. Separate from the rest of the result code, since every row checks
 * for it.
 */
import { type ContentPart, isMedia, type MediaPart } from '@/lib/values/call-content';

/** An image, a sound or a file, with the address of its bytes on our server. */
export interface ShownMedia extends MediaPart {
  address: string;
}

/** In the server's order. */
export function mediaIn(output: unknown): ShownMedia[] {
  const content: unknown = Object(output).content;
  return Array.isArray(content) ? content.flatMap((part) => shownMedia(part) ?? []) : [];
}

/** @returns null if it is nothing of the kind, or nothing of it is stored */
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
