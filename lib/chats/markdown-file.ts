/**
 * A snapshot as a Markdown file: pure. Whatever opens it, nothing in it may run or be fetched: HTML is escaped and
 * images become links, except inside code that the file's own fences enclose.
 */
import { sizeWords } from '@/lib/values/call-content';
import type { Snapshot, SnapshotDecision, SnapshotMessage, SnapshotPart } from './snapshot-view';

/** The file's own words, in the reader's language. */
export interface FileWords {
  you: string;
  attached: (name: string, size: string) => string;
  /** The outcome of a call. */
  states: Readonly<Record<'done' | 'failed' | 'denied' | 'open', string>>;
  /** Without its time. */
  decision: (decision: SnapshotDecision) => string;
  reason: (text: string) => string;
  takenBack: string;
  notice: (text: string) => string;
}

export function markdownFile({ title, messages }: Snapshot, words: FileWords): string {
  const all = messages.map((one) => message(one, words));
  return [`# ${oneLine(title)}`, ...all].join('\n\n').concat('\n');
}

function message({ role, at, parts }: SnapshotMessage, words: FileWords): string {
  const who = role === 'user' ? words.you : 'Amber';
  return [`## ${who}${timeOf(at)}`, ...parts.map((one) => part(one, words))].join('\n\n');
}

const timeOf = (at: string | undefined) => (at ? `, ${at.slice(0, 16).replace('T', ' ')} UTC` : '');

/** By the state of a call's part. */
const STATES: Readonly<Record<string, keyof FileWords['states']>> = {
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'denied',
};

function part(one: SnapshotPart, words: FileWords): string {
  switch (one.type) {
    case 'text':
      return harmless(one.text);
    case 'file':
      return `*${oneLine(words.attached(one.name, sizeWords(one.size) ?? ''))}*`;
    case 'notice':
      return `*${oneLine(words.notice(one.text))}*`;
    case 'call': {
      const state = words.states[STATES[one.state] ?? 'open'];
      const told = {
        input: one.input,
        ...('output' in one && { output: one.output }),
        ...(one.error && { error: one.error }),
      };
      const name = `**${oneLine(one.title)}** (${oneLine(`${one.server}, ${state}`)})`;
      return [name, ...saidOf(one, words), fenced(JSON.stringify(told, null, 2))].join('\n\n');
    }
  }
}

/** What people have said about a call, one line each. */
function saidOf(
  { decision, takenBack }: Extract<SnapshotPart, { type: 'call' }>,
  words: FileWords,
): string[] {
  return [
    ...(decision ? [`*${oneLine(words.decision(decision))}${timeOf(decision.at)}*`] : []),
    ...(decision?.reason ? [`*${oneLine(words.reason(decision.reason))}*`] : []),
    ...(takenBack ? [`*${oneLine(words.takenBack)}${timeOf(takenBack.at)}*`] : []),
  ];
}

/** A fence longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

const oneLine = (text: string) => inert(text.replaceAll(/\s+/g, ' '));
/**
 * A sign that already has a backslash in front would lose it through another one. A run of backslashes is looked at as
 * a whole.
 */
const inert = (line: string) =>
  line
    .replaceAll(/(?<!\\)(\\*)<(?=[a-zA-Z/!?])/g, (all, slashes: string) =>
      slashes.length % 2 === 1 ? all : `${slashes}\\<`,
    )
    .replaceAll('![', '!\\[');

/**
 * Only a fence at the very start of a line is certain to be one in any context: it is written with its lines, and text
 * within it stays unchanged. An unclosed one is closed, so that it does not swallow what follows.
 */
export function harmless(text: string): string {
  let open = '';
  let indent = /^/;
  const lines = text.split(/\r\n|[\n\r]/).map((line) => {
    if (open) {
      const inner = line.replace(indent, '');
      const [, end = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(inner) ?? [];
      if (end.startsWith(open)) open = '';
      return inner;
    }
    const [, before = '', fence = '', rest = ''] = /^([ \t]*)(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
    // The info string after a fence of backticks contains none.
    if (!fence || (fence.startsWith('`') && rest.includes('`'))) return inert(line);
    open = fence;
    indent = new RegExp(`^[ \\t]{0,${before.length}}`);
    return `${fence}${inert(rest)}`;
  });
  return open ? [...lines, open].join('\n') : lines.join('\n');
}
