/** Where in the typed text somebody is looking for a resource (`@`) or a prompt (`/`). */

export interface Trigger {
  kind: 'resources' | 'prompts';
  /** The position of its sign, and the end of what was typed after it. */
  from: number;
  to: number;
  query: string;
}

/** No name is longer, and no line that merely looks like one is searched for. */
const LONGEST = 60;
/** Only at the very beginning; a second slash makes it a path. */
const PROMPT = /^\/([^\s/][^\n/]*)?$/;
/** After a space or at the beginning: in a mail address it follows a letter. */
const RESOURCE = /(?:^|\s)@([^\s@]*)$/;

/** @param caret the position of the caret; nothing if text is selected */
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

/** The text with what was typed for the search replaced by other words. */
export function replaced(text: string, { from, to }: Pick<Trigger, 'from' | 'to'>, words = ''): string {
  return `${text.slice(0, from)}${words}${text.slice(to)}`;
}
