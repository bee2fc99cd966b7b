/**
 * Requests about the workspace's files, as far as rules can tell: "Which files are there?", "list the files in notes",
 * "read notes/plan.txt".
 */
import type { Move } from '../desk';
import { rowOf, rowsOf } from '../desk';
import type { Exchange } from '../read-prompt';
import { type ResolvedTurn, WORKSPACE_SERVER } from '../resolved-turn';
import { escapeText, quoted } from '../saying/format';

const PATH = String.raw`["“\`]?([\w.@/-]{1,300}?)["”\`]?`;
const END = String.raw`(?:[\s,]+please)?[\s.!?]*$`;
const LIST = new RegExp(
  String.raw`^(?:please\s+)?(?:(?:which|what)\s+(?:files|folders)(?:\s+(?:are|do\s+(?:we|you|i)\s+have))?(?:\s+there)?|(?:list|show(?:\s+me)?|see)\s+(?:all\s+)?(?:the\s+|our\s+|my\s+)?(?:files|folders))(?:\s+(?:in|of|on)\s+(?:the\s+|our\s+)?(?:workspace|(?:folder\s+)?${PATH}))?${END}`,
  'i',
);
const READ = new RegExp(
  String.raw`^(?:please\s+)?(?:read|open|show(?:\s+me)?|what(?:['’]?s|\s+is)\s+in)\s+(?:the\s+)?(?:file\s+)?["“\`]?((?:[\w.@-]+/)*[\w@-]*\.[a-z]\w{0,9})["”\`]?${END}`,
  'i',
);
const SEARCH = 'search_tools';
const MOST_ROWS = 60;
const LONGEST = 6000;

interface Wanted {
  tool: string;
  input: Record<string, unknown>;
  told(answer: unknown): string;
}

/** @returns nothing if the message is not about the workspace's files, or there is no workspace */
export function readFiles(
  { request, calls, files }: Exchange,
  turn: ResolvedTurn,
  offered: ReadonlySet<string>,
): Move | undefined {
  const wanted = files.length === 0 ? wantedIn(request.trim().slice(0, 500)) : undefined;
  const tool = turn.tools.find(({ server, name }) => server === WORKSPACE_SERVER && name === wanted?.tool);
  if (!wanted || !tool) return undefined;
  const made = calls.find((call) => call.tool === tool.modelName);
  if (made) {
    const { outcome } = made;
    if (outcome.kind === 'value') return { say: wanted.told(outcome.value), calls: [] };
    const why = outcome.kind === 'error' ? outcome.message : outcome.kind === 'denied' ? outcome.reason : '';
    return { say: `I could not look: ${escapeText(why || 'its answer is missing.', 500)}`, calls: [] };
  }
  if (offered.has(tool.modelName)) return { say: '', calls: [{ tool: tool.modelName, input: wanted.input }] };
  const query = wanted.tool.replaceAll('_', ' ');
  const hasSearched = calls.some((call) => call.tool === SEARCH && call.input.query === query);
  return offered.has(SEARCH) && !hasSearched
    ? { say: '', calls: [{ tool: SEARCH, input: { query } }] }
    : undefined;
}

function wantedIn(request: string): Wanted | undefined {
  const list = LIST.exec(request);
  if (list) {
    const path = list[1]?.replace(/(.)\/$/, '$1') || '.';
    return { tool: 'list_directory', input: { path }, told: (answer) => toldFolder(path, answer) };
  }
  const path = READ.exec(request)?.[1];
  return path ? { tool: 'read_file', input: { path }, told: (answer) => toldFile(path, answer) } : undefined;
}

function toldFolder(path: string, answer: unknown): string {
  const rows = rowsOf(answer);
  const where = path === '.' ? 'the workspace' : quoted(path);
  if (rows.length === 0) return `There is nothing in ${where}.`;
  const lines = rows
    .slice(0, MOST_ROWS)
    .map(({ name, kind }) => `- ${escapeText(String(name))}${kind === 'folder' ? '/' : ''}`);
  const hasMore = rows.length > MOST_ROWS || Boolean(rowOf(rowOf(answer).meta).cursor);
  return `In ${where}:\n\n${lines.join('\n')}${hasMore ? '\n\nThere are more.' : ''}`;
}

/** As a code block, so that any content is shown as it is written. */
function toldFile(path: string, answer: unknown): string {
  const { content, totalLines, next } = rowOf(answer);
  // Each line follows its number and a tab.
  const text = typeof content === 'string' ? content.replace(/^ *\d+\t/gm, '') : '';
  const shown = text.slice(0, LONGEST);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  const isCut = shown.length < text.length || Boolean(next);
  const lines =
    typeof totalLines === 'number' ? ` (${totalLines} ${totalLines === 1 ? 'line' : 'lines'})` : '';
  return `${quoted(path)}${lines}${isCut ? ', its beginning' : ''}:\n\n${fence}text\n${shown}\n${fence}`;
}
