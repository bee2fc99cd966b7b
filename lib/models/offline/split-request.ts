/** A message into the requests it holds: "finalise D-0147 and then send it" is two, done one after the other. */
import { actionAtBeginning, actionOf } from './actions';
import { tokenize } from './tokens';

const JOINT = /\s*(?:,? and then |,? then |;\s+|\.\s+(?=[A-Z])|\n+|,? and (?=[a-z]+ ))/g;
const MOST_REQUESTS = 4;

/** Each part begins with a verb; what does not stays with the part before it. */
export function splitRequest(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(JOINT)) {
    const next = match.index + match[0].length;
    const isOnlyAnd = /and $/.test(match[0]);
    if (parts.length + 1 >= MOST_REQUESTS || isInQuotes(text, match.index)) break;
    if (!beginsWithVerb(text.slice(next), isOnlyAnd) || !beginsWithVerb(text.slice(start), false)) continue;
    parts.push(text.slice(start, match.index));
    start = next;
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** After a bare "and" only what can be nothing but a verb: "pens and paper" is one thing. */
function beginsWithVerb(text: string, strictly: boolean): boolean {
  const [first] = tokenize(text.trimStart().slice(0, 60));
  if (first?.kind !== 'word') return false;
  return (strictly ? actionOf(first.stem) : actionAtBeginning(first.stem)) !== undefined;
}

function isInQuotes(text: string, at: number): boolean {
  return (text.slice(0, at).split('"').length - 1) % 2 === 1;
}
