/**
 * Addresses that lead elsewhere than they seem to: letters of another script in a host's name, numbers in an
 * abbreviated form, a name before an `@`. The text stays as it is; the real target is noted beside it.
 */

import { say } from '@/components/words/say';
import { visibleString } from './visible-text';

/** Lengths are limited so that a text of megabytes is read in linear time. A browser ignores spaces before an `@`. */
const WEB = /\b(?:https?|wss?|ftp):[/\\]{2}([^\s"'<>/\\?#]{1,1000}(?:\s{1,20}@[^\s"'<>/\\?#]{1,1000})?)/giu;
const MAIL = /[^\s@"'<>/\\:]{1,64}@((?:[\p{L}\p{N}-]{1,63}\.){1,10}[\p{L}\p{N}-]{2,63})/gu;
/** An IPv4 address inside an IPv6 one. */
const MAPPED = /^\[(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/;
const MOST = 3;

/** "аpple.com is really xn--pple-43d.com"; null if every address leads where it seems to. */
export function addressNote(text: string): string | null {
  if (!text.includes('@') && !text.includes(':')) return null;
  const found = new Set<string>();
  for (const [, authority = ''] of text.matchAll(WEB)) note(authority, found);
  for (const [, host = ''] of text.matchAll(MAIL)) note(host, found);
  if (found.size === 0) return null;
  const shown = [...found].slice(0, MOST);
  const rest = found.size - shown.length;
  return rest > 0 ? say('address.and-more', { shown: shown.join(', '), count: rest }) : shown.join(', ');
}

/** @param authority a host, possibly with a port and with user info before it */
function note(authority: string, found: Set<string>): void {
  const written = withoutEnd(authority);
  const host = hostOf(written);
  const shown = visibleString(written);
  if (host === null) {
    if (written.includes('%')) found.add(say('address.encoded', { shown }));
    return;
  }
  const mapped = ipv4In(host);
  if (mapped !== null) found.add(say('address.really', { shown, host: mapped }));
  else if (withoutPort(written).toLowerCase() !== host) found.add(say('address.really', { shown, host }));
  else if (/(?:^|\.)xn--/.test(host)) found.add(say('address.other-script', { shown }));
}

/** Without the punctuation of the surrounding sentence. */
function withoutEnd(authority: string): string {
  const isBracketed = /\[[^[\]]*\](?::\d{1,5})?[.,;:!)}]*$/u.test(authority);
  return authority.replace(isBracketed ? /[.,;:!)}]+$/u : /[.,;:!)\]}]+$/u, '');
}

/** As a browser normalises it: lower case, other scripts in their `xn--` form, numbers in full. */
function hostOf(authority: string): string | null {
  const address = `https://${authority}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

function ipv4In(host: string): string | null {
  const [, high, low] = MAPPED.exec(host) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = [high, low].flatMap((half) => {
    const value = Number.parseInt(half, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

function withoutPort(authority: string): string {
  return authority.replace(/:\d{1,5}$/, '');
}
