/** Walks through a piece of XML. Only XML's five built-in entities mean anything, and nothing is ever fetched. */
import sax from 'sax';
import { Unreadable } from './words.ts';

export interface Heard {
  /** @param name without its prefix; attributes keep theirs */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The deepest nesting of elements. */
const DEEPEST = 200;

/** @throws Unreadable if it is not XML, or nested too deeply; whatever the handlers throw */
export function hearXml(bytes: Buffer, { open, text, close }: Heard): void {
  const parser = sax.parser(true, { position: false });
  let depth = 0;
  parser.onerror = () => {
    throw new Unreadable('is broken: its text cannot be read. Save it once more.');
  };
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw new Unreadable('is nested too deeply to be read.');
    open?.(bare(name), attributes as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    close?.(bare(name));
  };
  parser.ontext = (said) => text?.(said);
  parser.oncdata = (said) => text?.(said);
  parser.write(bytes.toString('utf8')).close();
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);
