/** Where in what is typed somebody looks for a resource (`@`) or a prompt (`/`). */

export interface Trigger {
  kind: 'resources' | 'prompts';
  /** Where its sign stands, and where what was typed behind it ends. */
  from: number;
  to: number;
  query: string;
}

/** No name is longer, and no line that only looks like one is searched for. */
const LONGEST = 60;
/** At the very beginning; a second slash makes it a path. */
const PROMPT = /^\/([^\s/][^\n/]*)?$/;
/** Behind a space or at the beginning: what stands in a mail address stands behind a letter. */
const RESOURCE = /(?:^|\s)@([^\s@]*)$/;

/** @param caret where the next sign would stand; nothing where more than that is selected */
export function triggerIn(text: string, caret: number | null): Trigger | null {
  if (caret === null) return null;
  const before = text.slice(0, caret);
  const prompt = PROMPT.exec(before);
  const found = prompt ?? RESOURCE.exec(before);
  if (!found) return null;
  const query = found[1] ?? '';
  if (query.length > LONGEST) return null;
  const from = caret - query.length - 1;
  return { kind: prompt ? 'prompts' : 'resources', from, to: caret, query };
}

/** The text without what was typed to look for something, and with other words in its place. */
export function replaced(text: string, { from, to }: Pick<Trigger, 'from' | 'to'>, words = ''): string {
  return `${text.slice(0, from)}${words}${text.slice(to)}`;
}
