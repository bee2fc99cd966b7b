/**
 * A web page as text in which headings, lists, links and code stay recognisable. It takes one pass over the text,
 * however its tags are nested: it builds no tree, so depth does not matter, and nothing is run or loaded.
 */
import { decodeHTML } from 'entities';

export interface PageText {
  title: string;
  text: string;
}

/** Their contents are not for readers. */
const SILENT = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas', 'select'],
  ...['audio', 'video', 'button'],
]);
/** Inside these, only their own end tag counts as a tag. */
const RAW = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp', 'textarea', 'title']);
const VOID = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
]);
const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'fieldset',
    'figcaption',
  ],
  ...[
    'figure',
    'footer',
    'form',
    'header',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'summary',
    'table',
    'ul',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'tr'],
]);
/** How much of a tag is looked at; nothing that we read is longer. */
const MOST_OF_TAG = 4_000;

interface Tag {
  name: string;
  isEnd: boolean;
  /** Its attributes, unparsed. */
  rest: string;
}

/** @param base the page's own address, against which its links are resolved */
export function pageText(html: string, base: string): PageText {
  const page = new Page(base);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    page.words(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    at = passTag(html, open, page);
  }
  return page.end();
}

/** @returns where to continue after the tag or comment that begins there */
function passTag(html: string, open: number, page: Page): number {
  if (html.startsWith('<!--', open)) return behind(html, '-->', open + 4);
  const next = html[open + 1] ?? '';
  if (next === '!' || next === '?') return behind(html, '>', open);
  const isEnd = next === '/';
  const from = open + (isEnd ? 2 : 1);
  const [name = ''] = /^[a-z][a-z0-9:-]{0,40}/i.exec(html.slice(from, from + 42)) ?? [];
  if (name === '') {
    page.words('<');
    return open + 1;
  }
  const end = endOfTag(html, from + name.length);
  const rest = html.slice(from + name.length, Math.min(end, from + name.length + MOST_OF_TAG));
  const tag = { name: name.toLowerCase(), isEnd, rest };
  page.tag(tag);
  if (isEnd || !RAW.has(tag.name)) return end;
  const close = indexOfEnd(html, tag.name, end);
  page.words(html.slice(end, close));
  return close;
}

/** A `>` inside quotes does not end the tag. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && /=\s*$/.test(html.slice(at - 8, at)))
      quote = character;
  }
  return html.length;
}

function behind(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at === -1 ? html.length : at + end.length;
}

function indexOfEnd(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

class Page {
  private readonly parts: string[] = [];
  private title = '';
  /** The element whose contents are skipped, and how many elements of that name are open. */
  private silent: { name: string; depth: number } | undefined;
  private inTitle = false;
  private preformatted = 0;
  private breaks = 0;
  private space = false;
  private readonly links: (string | undefined)[] = [];

  private readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  words(html: string): void {
    if (html === '') return;
    const text = decodeHTML(html);
    if (this.inTitle) this.title += text;
    else if (!this.silent) this.say(text);
  }

  tag(tag: Tag): void {
    const { name, isEnd, rest } = tag;
    if (this.silent) {
      this.passOver(name, isEnd, this.silent);
      return;
    }
    if (!isEnd && !VOID.has(name) && (SILENT.has(name) || isHidden(rest))) {
      this.silent = { name, depth: 1 };
      return;
    }
    if (name === 'title') this.inTitle = !isEnd && this.title === '';
    else if (BLOCKS.has(name)) this.block(name, isEnd);
    else if (name === 'br') this.breaks = Math.max(this.breaks, 1);
    else if (name === 'td' || name === 'th') this.cell(isEnd);
    else if (name === 'code' && this.preformatted === 0) this.put('`');
    else if (name === 'a') this.link(isEnd, rest);
    else if (name === 'img' && !isEnd) this.say(attribute(rest, 'alt') ?? '');
  }

  end(): PageText {
    const text = this.parts.join('').trim();
    return { title: this.title.replaceAll(/\s+/g, ' ').trim(), text };
  }

  private passOver(name: string, isEnd: boolean, silent: { name: string; depth: number }): void {
    if (name !== silent.name) return;
    silent.depth += isEnd ? -1 : 1;
    if (silent.depth === 0) this.silent = undefined;
  }

  private block(name: string, isEnd: boolean): void {
    this.breaks = Math.max(
      this.breaks,
      name === 'li' || name === 'tr' || name === 'dt' || name === 'dd' ? 1 : 2,
    );
    this.space = false;
    if (name === 'pre') {
      this.preformatted = Math.max(0, this.preformatted + (isEnd ? -1 : 1));
      if (isEnd) this.breaks = 1;
      this.put(isEnd ? '```' : '```\n');
      if (isEnd) this.breaks = 2;
    }
    if (isEnd) return;
    if (/^h[1-6]$/.test(name)) this.put(`${'#'.repeat(Number(name[1]))} `);
    if (name === 'li') this.put('- ');
  }

  private cell(isEnd: boolean): void {
    if (isEnd) return;
    this.space = this.breaks === 0;
    this.put('| ');
  }

  private link(isEnd: boolean, rest: string): void {
    if (!isEnd) {
      this.links.push(addressOf(attribute(rest, 'href'), this.base));
      return;
    }
    const address = this.links.pop();
    if (address !== undefined) this.put(` <${address}>`);
  }

  private say(text: string): void {
    if (this.preformatted > 0) {
      this.put(text);
      return;
    }
    const plain = text.replaceAll(/\s+/g, ' ');
    if (plain.trim() === '') {
      this.space ||= plain !== '';
      return;
    }
    this.space ||= plain.startsWith(' ');
    this.put(plain.trim());
    this.space = plain.endsWith(' ');
  }

  private put(text: string): void {
    if (text === '') return;
    const isFirst = this.parts.length === 0;
    if (this.breaks > 0 && !isFirst) this.parts.push('\n'.repeat(this.breaks));
    else if (this.space && !isFirst) this.parts.push(' ');
    this.breaks = 0;
    this.space = false;
    this.parts.push(text);
  }
}

/** What people do not see is left out. */
const isHidden = (rest: string) =>
  /\shidden(?=[\s=/>]|$)/i.test(rest) || /display\s*:\s*none/i.test(attribute(rest, 'style') ?? '');

function attribute(rest: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i');
  const [, double, single, bare] = pattern.exec(rest) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeHTML(value);
}

/** Of links that lead to another page; undefined for all others. */
function addressOf(href: string | undefined, base: string): string | undefined {
  if (href === undefined || href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}
