/**
 * Classifies a command by its text alone, for the card and where nothing better is available: it is known to only read,
 * it is refused, or it asks. A command is known to only read if its syntax tree has only node types on a short list,
 * and its words have no special meaning to the shell; whatever the parser might see differently than the shell asks.
 */
import {
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { standingOf } from '../files/names';
import { plainUse } from './plain-programs';
import { refusalOf } from './refused-programs';

export type Class = 'plain' | 'asks' | 'refused';

export interface Part {
  class: Class;
  /** As written. */
  text: string;
  /** Why it is not plain. */
  why?: string;
}

export interface Classified {
  class: Class;
  why?: string;
  /** Each command in it that could be told apart. */
  parts: Part[];
  /** For a plain one: the files that it names. */
  files: string[];
  /** For a plain one: it reads everything below them. */
  isDeep: boolean;
}

/** Length limit: the parser takes more than a second for some commands twice as long. */
const LONGEST = 8_000;
/** Characters without a special meaning to the shell, wherever they are in a word. */
const PLAIN_WORD = /^[A-Za-z0-9_./:,@%+=-]+$/;
const NOT_SHOWN = /[^\P{C}\t\n]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/u;

/**
 * Pure.
 * @param workspace its absolute path; other absolute paths are outside
 */
export function classify(command: string, workspace?: string): Classified {
  const asks = (why: string, parts: Part[] = []): Classified => ({
    class: 'asks',
    why,
    parts,
    files: [],
    isDeep: false,
  });
  if (command.length > LONGEST) return asks('it is too long to be looked through');
  const script = parsed(command);
  if (!script) return asks('it is not understood');
  const reader = new Reader(command, workspace);
  reader.visit(script);
  const { parts } = reader;
  const refused = parts.find((part) => part.class === 'refused');
  if (refused) return { ...asks(refused.why ?? '', parts), class: 'refused' };
  if (NOT_SHOWN.test(command)) return asks('it holds characters that cannot be seen', parts);
  if (command.includes('\\\n') || (script.errors ?? []).length > 0)
    return asks('it is not understood', parts);
  const unknown = reader.unknown ?? parts.find((part) => part.class === 'asks')?.why;
  if (unknown !== undefined) return asks(unknown, parts);
  if (parts.length === 0) return asks('there is no command in it', parts);
  return { class: 'plain', parts, files: reader.files, isDeep: reader.isDeep };
}

function parsed(command: string): ParsedScript | undefined {
  try {
    return parse(command);
  } catch {
    return undefined;
  }
}

const KNOWN = new Set(['Script', 'Statement', 'Pipeline', 'AndOr', 'Command']);

class Reader {
  readonly parts: Part[] = [];
  readonly files: string[] = [];
  isDeep = false;
  /** Why the command as a whole is not plain, whatever its parts are. */
  unknown: string | undefined;
  private readonly source: string;
  private readonly workspace: string | undefined;

  constructor(source: string, workspace: string | undefined) {
    this.source = source;
    this.workspace = workspace;
  }

  /** Examines commands wherever they occur; their position decides whether the whole can be plain. */
  visit(node: SyntaxNode): void {
    if (node.type === 'Command') this.parts.push(this.part(node));
    else if (!KNOWN.has(node.type)) this.unknown ??= 'it does more than run one command after another';
    if (node.type === 'Statement' && node.background) this.unknown ??= 'it leaves something running';
    if (node.type === 'Pipeline' && (node.prefixes.length > 0 || node.operators.includes('|&'))) {
      this.unknown ??= 'it does more than run one command after another';
    }
    if (node.type !== 'Command') forEachChild(node, (child) => this.visit(child));
    else
      for (const below of [...node.prefix, ...node.suffix, ...(node.name ? [node.name] : [])])
        this.below(below);
  }

  /** Commands inside words (substitutions); a word that holds one is never plain. */
  private below(node: SyntaxNode): void {
    if (node.type === 'Script') this.visit(node);
    else forEachChild(node, (child) => this.below(child));
  }

  private part(node: Command): Part {
    const text = this.source.slice(node.pos, node.end);
    const words = [...(node.name ? [node.name] : []), ...node.args];
    const values = words.map((word) => (word.type === 'Word' ? word.value : word.text));
    const targets = node.redirects.map((one) => targetOf(one)?.value).filter((one) => one !== undefined);
    const refusal = refusalOf(values, targets, this.workspace);
    if (refusal !== undefined) return { class: 'refused', text, why: refusal };
    const why = this.notPlain(node, words, values);
    return why === undefined ? { class: 'plain', text } : { class: 'asks', text, why };
  }

  private notPlain(node: Command, words: readonly SyntaxNode[], values: string[]): string | undefined {
    if (node.prefix.some((one) => one.type === 'Assignment')) return 'it sets the environment of a command';
    if (!node.name) return 'it names no command';
    if (!words.every((word) => word.type === 'Word' && isPlain(word)))
      return 'what it says is made while it runs';
    const redirect = node.redirects.find((one) => !isHarmless(one));
    if (redirect) return 'it writes to a file, or takes its input from somewhere else';
    const use = plainUse(values);
    if (!use) return `${JSON.stringify(values[0])} is not known to only read with these options`;
    if (use.files.some((file) => standingOf(file.split('/')) !== 'plain'))
      return 'it reads what may hold credentials';
    this.files.push(...use.files);
    this.isDeep ||= use.isDeep === true;
    return undefined;
  }
}

function targetOf(redirect: Redirection): Word | undefined {
  return redirect.type === 'Redirect' || redirect.type === 'HereString' ? redirect.target : undefined;
}

/** Redirections to nowhere, or of one output to the other. */
function isHarmless(redirect: Redirection): boolean {
  if (redirect.type !== 'Redirect' || redirect.descriptor?.type === 'FileDescriptorVariable') return false;
  const { operator, target } = redirect;
  if (!target || !isPlain(target)) return false;
  if (operator === '>&') return target.value === '1' || target.value === '2';
  return ['>', '>>', '&>'].includes(operator) && target.value === '/dev/null';
}

/** A word that means to the shell exactly what is written. */
function isPlain(word: Word): boolean {
  if (!word.parts) return PLAIN_WORD.test(word.text) && word.value === word.text;
  return word.parts.every((part) => {
    switch (part.type) {
      case 'Literal':
        return PLAIN_WORD.test(part.text) && part.value === part.text;
      case 'SingleQuoted':
        return part.text === `'${part.value}'`;
      case 'DoubleQuoted':
        return (
          !/[$`\\!]/.test(part.text) &&
          part.parts.every((one) => one.type === 'Literal' && one.value === one.text)
        );
      default:
        return false;
    }
  });
}
