import 'server-only';

/**
 * Serves another server's page (MCP Apps) to a browser: on an opaque origin, without storage, and with network access
 * only to the addresses that a trusted server has named. Our own pages embed it in a sandboxed frame. CSP cannot forbid
 * peer-to-peer connections (WebRTC), so the prologue removes those APIs before anything else runs. A nested frame would
 * bring them back, so the page cannot make any: frame tags in its source, and in any text that becomes markup, are
 * renamed to meaningless elements (Trusted Types), and APIs that could get around that (`document.write` in pieces,
 * XSLT) are removed. `javascript:` addresses are blocked too: their result becomes a document that nothing has cleaned.
 */
/** As its server sent it. */
interface Page {
  html: string;
  /** `_meta.ui` of it. */
  meta: Record<string, unknown>;
}

/** Elements that create a frame, by tag name; a prefix does not hide them. */
const FRAMES = ['iframe', 'frame', 'frameset', 'object', 'embed', 'portal', 'fencedframe'];

/**
 * Runs first. The page may later tamper with built-ins, so nothing in `clean` is looked up on a prototype. An XML
 * entity could spell a tag name in pieces, so `<!entity` counts as a frame; so does a name too long to check.
 */
export const PROLOGUE = `(() => {
const gone = { value: undefined, writable: false, configurable: false };
for (const name of Object.getOwnPropertyNames(globalThis))
  if (/RTC|WebTransport|^XSLTProcessor$/.test(name)) Object.defineProperty(globalThis, name, gone);
for (const name of ['write', 'writeln', 'open']) Object.defineProperty(Document.prototype, name, gone);
const frames = { __proto__: null, '!entity': true${FRAMES.map((name) => `, ${name}: true`).join('')} };
const low = { __proto__: null };
for (let at = 65; at <= 90; at++) low[String.fromCharCode(at)] = String.fromCharCode(at + 32);
const ends = { __proto__: null, ' ': true, '\\t': true, '\\n': true, '\\f': true, '\\r': true, '/': true, '>': true };
const isFrame = (text, from) => {
  let name = '';
  for (let at = text[from] === '/' ? from + 1 : from; at < text.length && !ends[text[at]]; at++) {
    if (at - from > 100) return true;
    name = text[at] === ':' ? '' : name + (low[text[at]] || text[at]);
  }
  return frames[name] === true;
};
const clean = (text) => {
  let made = '', from = 0;
  const cut = (to) => { for (; from < to; from++) made += text[from]; };
  for (let at = 0; at < text.length; at++)
    if (text[at] === '<' && isFrame(text, at + 1)) { cut(at + 1); made += 'x-'; }
  if (from === 0) return text;
  cut(text.length);
  return made;
};
const isOfFrame = (sink) => { const end = sink.length; return sink[end - 6] === 's' && sink[end - 1] === 'c' && sink[end - 3] === 'd'; };
const isOfAddress = (sink) => { const end = sink.length; return sink[end - 4] === 'h' && sink[end - 1] === 'f' && sink[end - 2] === 'e'; };
trustedTypes.createPolicy('default', {
  createHTML: (text, type, sink) => (isOfFrame(sink) ? '' : clean(text)),
  createScript: (text, type, sink) => (isOfAddress(sink) ? null : text),
  createScriptURL: (url) => url,
});
})();`;

/**
 * A name stops at the next character that could begin a tag; otherwise each of millions of `<` would be scanned to the
 * end.
 */
const FRAME_IN_SOURCE = new RegExp(`<(?=/?(?:[^\\s/<>]*:)?(?:${FRAMES.join('|')})(?=[\\s/>]|$))`, 'gi');
/** The page's byte order mark and doctype: ours comes first, and a second one would be a parse error. */
const HEAD = /^\uFEFF?\s*(?:<!doctype[^>]*>)?/i;

/** @param isTrusted the server is trusted, so the addresses that it names count */
export function appFrame({ html, meta }: Page, isTrusted: boolean): Response {
  const safe = html.replace(HEAD, '').replaceAll(FRAME_IN_SOURCE, '<x-');
  return new Response(`<!doctype html><script>${PROLOGUE}</script>${safe}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(isTrusted ? meta.csp : undefined),
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), clipboard-write=()',
      'cache-control': 'no-store',
    },
  });
}

/**
 * Answers in place of a page that could not be read.
 * @param words the reason
 */
export function failedFrame(words: string): Response {
  const escaped = words.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
  const html = `<!doctype html><style>body{font:14px system-ui,sans-serif;color:#777}</style><p>${escaped}</p>`;
  return new Response(html, {
    status: 502,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      'cache-control': 'no-store',
    },
  });
}

/** Never looser than what the server declared; nested frames and another base URL are never allowed. */
function policyOf(csp: unknown): string {
  const { connectDomains, resourceDomains } = Object(csp) as Record<string, unknown>;
  const [reached, loaded] = [originsIn(connectDomains), originsIn(resourceDomains)];
  return [
    "default-src 'none'",
    `script-src ${["'unsafe-inline'", ...loaded].join(' ')}`,
    `style-src ${["'unsafe-inline'", ...loaded].join(' ')}`,
    `img-src ${['data:', 'blob:', ...loaded].join(' ')}`,
    `font-src ${['data:', ...loaded].join(' ')}`,
    `media-src ${['data:', 'blob:', ...loaded].join(' ')}`,
    ...(reached.length > 0 ? [`connect-src ${reached.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'sandbox allow-scripts',
  ].join('; ');
}

/** A public host name with its scheme; a wildcard may stand only before a name of at least two labels. */
const ORIGIN =
  /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,5})?$/i;
const MOST_ORIGINS = 20;

function originsIn(said: unknown): string[] {
  const origins = Array.isArray(said) ? said : [];
  return origins
    .filter((one): one is string => typeof one === 'string' && ORIGIN.test(one))
    .slice(0, MOST_ORIGINS);
}
