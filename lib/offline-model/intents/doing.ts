/** What intents that change something share: names in a text, saying what will be done, telling the outcome. */
import { type Desk, type Need, type Reading, rowOf } from '../desk';
import { OWN_SERVER, type ResolvedTurn } from '../resolved-turn';
import { escapeText, listed } from '../saying/format';

/** Said before the call, which may be refused without a card, or run by what was allowed ahead: true either way. */
const NOT_BY_ITSELF = 'It happens only if a person allows it, on its card, or has allowed it ahead.';
const SEVERAL = /^(?:all|every|each|both|some|any|everything|everybody|everyone|them|these|those)\b/i;
/** Where it stands inside a name without quotes, there may be several. */
const BETWEEN = /[,;:]|\sand\s/i;

/** A name as it was written; undefined where it may be several. */
export function nameIn(text: string | undefined): string | undefined {
  const said = (text ?? '').trim();
  const [, inQuotes] = /^["“”'](.+)["“”']$/.exec(said) ?? [];
  if (inQuotes) return inQuotes.trim();
  const name = said.replace(/^(?:the|our|my)\s+(?=\p{L})/iu, '').trim();
  return name === '' || SEVERAL.test(name) || BETWEEN.test(name) || name.length > 200 ? undefined : name;
}

export function oneAtATime(does: string): Reading {
  return {
    say: `I take one at a time (${does}): please name a single one; a name with “and” in it goes in quotes. Nothing was done.`,
  };
}

export function lacking(does: string, wanted: readonly string[]): Reading {
  return {
    say: `To ${does} I still need: ${listed(wanted)}. Please say it again with that. Nothing was done.`,
    lacks: true,
  };
}

export function asksFor(turn: ResolvedTurn, bare: string): boolean {
  return turn.tools.some(({ server, name, asks }) => server === OWN_SERVER && name === bare && asks);
}

/** A call that destroys: said in words before it is made, and told in the server's words afterwards. */
export function* destroy(
  { turn }: Desk,
  tool: string,
  input: Record<string, unknown>,
  what: string,
): Generator<Need, string, unknown> {
  const isAsked = asksFor(turn, tool);
  const answer = yield {
    tool,
    input,
    say: isAsked ? `This would ${what}. ${NOT_BY_ITSELF}` : `I am about to ${what}.`,
  };
  return told(answer);
}

/** The server's own words for what it did. */
export function told(answer: unknown): string {
  const { message } = rowOf(answer);
  const said =
    typeof message === 'string' ? message : typeof answer === 'string' ? answer : JSON.stringify(answer);
  return `Done. ${escapeText(said, 600)}`;
}
