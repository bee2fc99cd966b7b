/**
 * (c) First-load JavaScript: what a page's HTML makes a browser load before anybody does anything, compressed one
 * file at a time as a server does. Files for browsers without modules do not count, and neither does what the
 * page's own code asks for later.
 */
import { gzipSync } from 'node:zlib';
import type { Session } from '../../e2e/session.ts';

const GZIP_LEVEL = 6;
const SCRIPT = /\/_next\/static\/[^"'\\?\s]+\.js/g;
const NO_MODULE = /<script[^>]*\bsrc="([^"?]+)[^>]*\bnomodule\b[^>]*>/gi;

/** Bytes, compressed, of the scripts of a page as this person gets it. @throws when the page is not answered */
export async function firstLoadBytes(session: Session, path: string): Promise<number> {
  const html = await textOf(session, path);
  const left = new Set([...html.matchAll(NO_MODULE)].map((match) => match[1]));
  // Some are named only in the data that React starts from; it loads them at once, too.
  const scripts = [...new Set(html.match(SCRIPT))].filter((script) => !left.has(script));
  if (scripts.length === 0) throw new Error(`${path} loads no scripts: ${html.slice(0, 500)}`);
  const sizes = await Promise.all(
    scripts.map(async (script) => gzipSync(await textOf(session, script), { level: GZIP_LEVEL }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function textOf(session: Session, path: string): Promise<string> {
  const response = await session.fetch('GET', path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  return response.text();
}
