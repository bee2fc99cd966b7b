/**
 * The programs known to only read, each with the options for which that holds; anything not listed asks. Options are
 * compared literally: abbreviations do not match. Pure.
 */

export interface Use {
  /** Which arguments are files; the rest are options and their values. */
  files: string[];
  /** It reads everything below its files, or below the current folder. */
  isDeep?: boolean;
}

type Rule = (words: readonly string[]) => Use | undefined;

interface Options {
  /** Short options, alone or combined. */
  letters: string;
  /** Short options that take a value. */
  values?: string;
  /** Long options, without their dashes. */
  long?: string[];
  /** How many leading operands are not files, such as a pattern. */
  patterns?: number;
  most?: number;
  deep?: string | true;
}

const DIGITS = '0123456789';
const GREP: Options = {
  letters: 'nilLwxvcsqhHoEFGPrIabzZTU',
  values: 'ABCme',
  long: [
    'ignore-case',
    'line-number',
    'fixed-strings',
    'extended-regexp',
    'count',
    'files-with-matches',
    'recursive',
  ],
  patterns: 1,
  deep: 'r',
};

const READERS: Record<string, Options> = {
  ls: {
    letters: `aAbBcCdfFgGhHiklmnNopqQrRsStuUvxXZ1`,
    long: ['all', 'almost-all', 'human-readable', 'recursive', 'color'],
    // With these it follows links, wherever they lead.
    deep: 'L',
  },
  cat: { letters: 'AbeEnstTuv' },
  head: { letters: `qvz${DIGITS}`, values: 'nc' },
  tail: { letters: `qvz${DIGITS}`, values: 'nc' },
  wc: { letters: 'clmwL', long: ['lines', 'words', 'bytes', 'chars'] },
  nl: { letters: 'p', values: 'bdfhilnsvw' },
  tac: { letters: 'b' },
  rev: { letters: '' },
  cut: { letters: 'szn', values: 'bcdf' },
  tr: { letters: 'cCdst', patterns: 2 },
  sort: { letters: 'bdfghiMnRrVcCmsuz', values: 'kt' },
  uniq: { letters: 'cdDiu', values: 'fsw', most: 0 },
  comm: { letters: '123z' },
  // Given two folders, it reads everything in them.
  diff: { letters: 'abBcdEeilnNpqrstTuwyZ', values: 'U', deep: true },
  cmp: { letters: 'bls' },
  stat: { letters: 'Lft', values: 'c' },
  file: { letters: 'bhiLN' },
  du: { letters: 'abchkLmsSx0', values: 'd', deep: 'L' },
  basename: { letters: '', patterns: 2 },
  dirname: { letters: '', patterns: 2 },
  realpath: { letters: 'emsqz' },
  readlink: { letters: 'efmnqsvz' },
  md5sum: { letters: 'bt' },
  sha1sum: { letters: 'bt' },
  sha256sum: { letters: 'bt' },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    letters: 'nilwvcsSFHNxoIUp0',
    values: 'ABCmegt',
    long: ['files', 'hidden', 'ignore-case', 'line-number', 'fixed-strings', 'count', 'files-with-matches'],
    patterns: 1,
    deep: true,
  },
};

/** These tell something, or nothing, and look at no file. */
const TELLERS: Record<string, RegExp> = {
  pwd: /^(?:-[LP])?$/,
  true: /^$/,
  false: /^$/,
  whoami: /^$/,
  id: /^(?:-[ugnrG]+)?$/,
  uname: /^(?:-[asnrvmpio]+)?$/,
  hostname: /^$/,
  date: /^(?:-u)?$/,
  nproc: /^$/,
  arch: /^$/,
  which: /^[\w. +-]+$/,
};

/** What a read-only command would read; undefined if it is not known to only read. */
export function plainUse(words: readonly string[]): Use | undefined {
  const [name = '', ...rest] = words;
  if (name === 'echo') return { files: [] };
  if (name === 'printf') return rest[0]?.startsWith('-') === false ? { files: [] } : undefined;
  if (name === 'find') return find(rest);
  if (name === 'sed') return sed(rest);
  const teller = Object.hasOwn(TELLERS, name) ? TELLERS[name] : undefined;
  if (teller) return teller.test(rest.join(' ')) ? { files: [] } : undefined;
  const options = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return options && byOptions(options)(rest);
}

function byOptions(options: Options): Rule {
  return (words) => {
    const read = readOptions(options, words);
    if (!read) return undefined;
    const { operands, given } = read;
    const hasPattern = given.includes('e') || given.includes('files');
    const files = hasPattern ? operands : operands.slice(options.patterns ?? 0);
    if (options.most !== undefined && files.length > options.most) return undefined;
    const isDeep = options.deep === true || (options.deep !== undefined && given.includes(options.deep));
    return { files, ...((isDeep || given.includes('recursive')) && { isDeep: true }) };
  };
}

/** Undefined if any option is unknown. */
function readOptions(
  { letters, values = '', long = [] }: Options,
  words: readonly string[],
): { operands: string[]; given: string[] } | undefined {
  const operands: string[] = [];
  const given: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') return { operands: [...operands, ...rest], given };
    if (word.startsWith('--')) {
      const name = word.slice(2);
      if (!long.includes(name)) return undefined;
      given.push(name);
    } else if (word.startsWith('-') && word !== '-') {
      for (let at = 1; at < word.length; at += 1) {
        const letter = word.charAt(at);
        given.push(letter);
        if (values.includes(letter)) {
          if (at === word.length - 1 && rest.shift() === undefined) return undefined;
          break;
        }
        if (!letters.includes(letter)) return undefined;
      }
    } else operands.push(word);
  }
  return { operands, given };
}

const FIND_ALONE = new Set([
  '!',
  '-not',
  '-o',
  '-or',
  '-a',
  '-and',
  '-print',
  '-print0',
  '-empty',
  '-prune',
  '(',
  ')',
]);
const FIND_VALUES = new Set([
  ...[
    '-name',
    '-iname',
    '-path',
    '-ipath',
    '-regex',
    '-iregex',
    '-type',
    '-size',
    '-mtime',
    '-mmin',
    '-perm',
  ],
  ...['-maxdepth', '-mindepth'],
]);

const find: Rule = (words) => {
  const first = words.findIndex((word) => /^[-!(]/.test(word));
  const files = words.slice(0, first === -1 ? undefined : first);
  const rest = first === -1 ? [] : words.slice(first);
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (FIND_ALONE.has(word)) continue;
    if (!FIND_VALUES.has(word) || at + 1 >= rest.length) return undefined;
    at += 1;
  }
  return { files: [...files] };
};

/** Only printing lines by number; other sed commands are not analysed here. */
const sed: Rule = ([flag, script, ...files]) => {
  const isKnown = flag === '-n' && /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/.test(script ?? '');
  return isKnown && files.every((file) => !file.startsWith('-')) ? { files } : undefined;
};
