/**
 * Which links an answer or a result may hold and how they are shown: http, https and mailto only, the whole host always
 * on the page. The text of a link is a model's or a server's, and may say anything.
 */

export interface ShownLink {
  href: string;
  /** What stands in brackets after the text; null when the text itself says where the link goes. */
  note: string | null;
  /** The text names another place than the link goes to: it is not shown. */
  deceptive: boolean;
}

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
/** Something that a reader takes for an address: `example.com`, `https://…`, `www.…`. */
const LOOKS_LIKE_HOST =
  /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,})(?::\d+)?(?=[/?#\s]|$)/iu;

/** @returns null when the address may not be a link at all */
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

/** A host as the browser understands it: lower case, other scripts in their `xn--` form. */
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
