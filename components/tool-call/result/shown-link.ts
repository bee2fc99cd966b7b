/**
 * Which links an answer or a result may contain and how they are shown: only http, https and mailto, with the full host
 * always visible. The text of a link comes from a model or a server, and may say anything.
 */

export interface ShownLink {
  href: string;
  /** The note in brackets after the text; null if the text itself says where the link leads. */
  note: string | null;
  /** The text names another place than the link leads to: it is hidden. */
  deceptive: boolean;
}

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
/** Something that a reader takes for an address: `example.com`, `https://…`, `www.…`. */
const LOOKS_LIKE_HOST =
  /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,})(?::\d+)?(?=[/?#\s]|$)/iu;

/** @returns null if the address may not be a link at all */
export function shownLink(href: string, text: string): ShownLink | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !ALLOWED.has(url.protocol) || url.username !== '' || url.password !== '') return null;
  const target = url.protocol === 'mailto:' ? decoded(url.pathname) : url.host;
  if (target === '') return null;
  const label = text.trim();
  if (label === href || label === url.href || label.toLowerCase() === target.toLowerCase()) {
    return { href: url.href, note: null, deceptive: false };
  }
  const claimed = LOOKS_LIKE_HOST.exec(label)?.[1];
  const deceptive = claimed !== undefined && hostOf(claimed) !== url.hostname;
  return { href: url.href, note: target, deceptive };
}

/** A host as the browser understands it: lower case, with other scripts in their `xn--` form. */
function hostOf(claimed: string): string | null {
  return URL.canParse(`https://${claimed}`) ? new URL(`https://${claimed}`).hostname : null;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
