/**
 * (c) First-load JavaScript: the scripts that a page's HTML makes a browser load before any interaction, each file
 * compressed as a server does. Scripts for browsers without modules do not count, nor do those that the page's code
 * loads later.
 */
import { gzipSync } from 'node:zlib';
import type { Session } from '../../e2e/session.ts';

const GZIP_LEVEL = 6;
const SCRIPT = /\/_next\/static\/[^"'\\?\s]+\.js/g;
const NO_MODULE = /<script[^>]*\bsrc="([^"?]+)[^>]*\bnomodule\b[^>]*>/gi;

/** Compressed bytes of a page's scripts, as this person gets it. @throws if the page is not returned */
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
