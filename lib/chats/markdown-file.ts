/**
 * A snapshot as a Markdown file: pure. Whatever opens it, nothing in it may run or be fetched: markup of HTML is written
 * out, and pictures become links, outside of code that the file's own fences enclose.
 */
import { sizeWords } from '@/lib/values/call-content';
import type { Snapshot, SnapshotMessage, SnapshotPart } from './snapshot-view';

export function markdownFile({ title, messages }: Snapshot): string {
  return [`# ${oneLine(title)}`, ...messages.map(message)].join('\n\n').concat('\n');
}

function message({ role, at, parts }: SnapshotMessage): string {
  const who = role === 'user' ? 'You' : 'Amber';
  return [`## ${who}${at ? `, ${at.slice(0, 16).replace('T', ' ')} UTC` : ''}`, ...parts.map(part)].join(
    '\n\n',
  );
}

/** Of a call's part, as people say it. */
const STATES: Readonly<Record<string, string>> = {
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'not run',
};

function part(one: SnapshotPart): string {
  switch (one.type) {
    case 'text':
      return harmless(one.text);
    case 'file':
      return `*Attached: ${oneLine(one.name)} (${sizeWords(one.size)})*`;
    case 'notice':
      return `*${oneLine(one.text)}*`;
    case 'call': {
      const state = STATES[one.state] ?? 'not finished';
      const told = {
        input: one.input,
        ...('output' in one && { output: one.output }),
        ...(one.error && { error: one.error }),
      };
      return `**${oneLine(one.title)}** (${oneLine(`${one.server}, ${state}`)})\n\n${fenced(JSON.stringify(told, null, 2))}`;
    }
  }
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
