/**
 * A snapshot as a Markdown file: pure. Whatever opens it, nothing in it may run or be fetched: markup of HTML is written
 * out, and pictures become links, outside of code that the file's own fences enclose.
 */
import { sizeWords } from '@/lib/values/call-content';
import type { Snapshot, SnapshotDecision, SnapshotMessage, SnapshotPart } from './snapshot-view';

/** What the file says of its own, in the reader's language. */
export interface FileWords {
  you: string;
  attached: (name: string, size: string) => string;
  /** How a call has ended. */
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

/** Of a call's part. */
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

/** What people have said of a call, each on a line. */
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

/** A fence longer than any within. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

const oneLine = (text: string) => inert(text.replaceAll(/\s+/g, ' '));
/** What has a backslash in front of it already would lose it by another. A row of them is looked at from its beginning alone. */
const inert = (line: string) =>
  line
    .replaceAll(/(?<!\\)(\\*)<(?=[a-zA-Z/!?])/g, (all, slashes: string) =>
      slashes.length % 2 === 1 ? all : `${slashes}\\<`,
    )
    .replaceAll('![', '!\\[');

/**
 * Only a fence at the very beginning of a line surely is one, wherever it stands: one that begins is put there with its lines,
 * and within it text stays as it is. An open one is closed, so that it takes nothing in that follows.
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
    // What stands behind the backticks of a fence has none.
    if (!fence || (fence.startsWith('`') && rest.includes('`'))) return inert(line);
    open = fence;
    indent = new RegExp(`^[ \\t]{0,${before.length}}`);
    return `${fence}${inert(rest)}`;
  });
  return open ? [...lines, open].join('\n') : lines.join('\n');
}
