/** Verbs and names of tools in sentences: "delete customer", "deleted", "the customer". */
import type { OfferedTool } from './toolbox';
import { inWords, stem } from './words';

const PAST: Record<string, string> = {
  send: 'sent',
  make: 'made',
  get: 'got',
  find: 'found',
  put: 'put',
  set: 'set',
  cut: 'cut',
  write: 'written',
  pay: 'paid',
  undo: 'undone',
};

/** "delete" -> "deleted", "cancel" -> "cancelled". */
export function past(verb: string): string {
  const irregular = PAST[verb];
  if (irregular) return irregular;
  if (/e$/.test(verb)) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return /^(cancel|label|stop|drop|ban|log|tag|submit|transfer)$/.test(verb)
    ? `${verb}${verb.at(-1)}ed`
    : `${verb}ed`;
}

/** The verb in a tool's name, as it stands there; "call" where the name has none. */
export function verbOf(tool: OfferedTool): string {
  return tool.words.find((word) => tool.verb !== '' && stem(word) === tool.verb) ?? 'call';
}

/** What a tool is about, in words, in the order in which its description says them: "draft invoice". */
export function thingOf(tool: OfferedTool): string {
  const verb = verbOf(tool);
  const words = tool.words.filter((word) => word !== verb && word !== 'bulk');
  const [first = '', second] = words;
  if (second === undefined) return first || inWords(tool.name);
  const turned = [second, first, ...words.slice(2)].join(' ');
  return tool.summary.toLowerCase().includes(turned) ? turned : words.join(' ');
}

/** "delete customer". */
export function actOf(tool: OfferedTool): string {
  return `${verbOf(tool)} ${thingOf(tool)}`;
}

/** The rows of a list tool in words, for a count: its first plural, or "results". */
export function rowsWord(tool: OfferedTool): string {
  const words = thingOf(tool).split(' ');
  const at = words.findIndex((word) => /[^su]s$/.test(word));
  return at < 0 ? 'results' : words.slice(0, at + 1).join(' ');
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
