import 'server-only';
/**
 * The page that draws diagrams: Mermaid, on an opaque origin, without any network. Our pages embed it in a sandboxed
 * frame, hand it a source and get a drawing back; nothing else goes in or out.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The single-file build, without rarely used diagram types: it needs no further packages and loads nothing. */
const LIBRARY = 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js';

/** CSP cannot forbid WebRTC, so its APIs are removed before anything else runs. */
const NO_PEERS = `for (const name of Object.getOwnPropertyNames(globalThis))
  if (/RTC|WebTransport/.test(name)) Object.defineProperty(globalThis, name, { value: undefined });`;

/** Settings in the source (`%%{init}%%`, front matter) cannot change any key of `config`: all of them are `secure`. */
const DRAW = `addEventListener('message', async ({ data, ports: [port] }) => {
  try {
    const { config, source } = data;
    mermaid.initialize({ ...config, secure: ['secure', ...Object.keys(config)] });
    const { svg } = await mermaid.render('drawing', source);
    const box = document.createElement('div');
    box.innerHTML = svg;
    const drawing = box.querySelector('svg');
    const { width, height } = drawing.viewBox.baseVal;
    drawing.setAttribute('width', width);
    drawing.setAttribute('height', height);
    // As XML: what an image takes.
    port.postMessage({ markup: new XMLSerializer().serializeToString(drawing), width, height });
  } catch {
    port.postMessage(null);
  }
});`;

interface Frame {
  html: string;
  policy: string;
  tag: string;
}

let frame: Promise<Frame> | undefined;

/**
 * The same for everybody, and cached by the browser while it does not change.
 * @param headers of the request
 */
export async function diagramFrame(headers: Headers): Promise<Response> {
  frame ??= makeFrame();
  const { html, policy, tag } = await frame;
  const about = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
    etag: tag,
  };
  const isKnown = headers.get('if-none-match')?.includes(tag);
  return isKnown
    ? new Response(null, { status: 304, headers: about })
    : new Response(html, { headers: about });
}

async function makeFrame(): Promise<Frame> {
  const library = await readFile(join(/* turbopackIgnore: true */ process.cwd(), LIBRARY), 'utf8');
  const scripts = [NO_PEERS, library, DRAW];
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagram</title><body>',
    // A `</script` anywhere would end the script element; none of the parts contains one.
    ...scripts.map((script) => `<script>${script}</script>`),
  ].join('');
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(sourceOf).join(' ')}`,
    // Drawings carry inline styles; there is nothing that those could load.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
  return { html, policy, tag: `"${createHash('sha256').update(html).digest('base64url')}"` };
}

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
