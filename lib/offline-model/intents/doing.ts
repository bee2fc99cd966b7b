/** What the intents that change something share: names in a text, announcing the change, reporting the outcome. */
import { type Desk, type Need, type Reading, rowOf } from '../desk';
import { OWN_SERVER, type ResolvedTool, type ResolvedTurn } from '../resolved-turn';
import { escapeText, listed, quoted } from '../saying/format';

/** Said before the call. It is true whether the call is refused without a card or runs because it was allowed ahead. */
const NOT_BY_ITSELF = 'It happens only if a person allows it, on its card, or has allowed it ahead.';
const SEVERAL = /^(?:all|every|each|both|some|any|everything|everybody|everyone|them|these|those)\b/i;
/** If this occurs inside an unquoted name, there may be several names. */
const BETWEEN = /[,;:]|\sand\s/i;

/** A name as it was written; undefined if it may be several. */
export function nameIn(text: string | undefined): string | undefined {
  const said = (text ?? '').trim();
  const [, inQuotes] = /^["“”'](.+)["“”']$/.exec(said) ?? [];
  if (inQuotes) return inQuotes.trim();
  const name = said.replace(/^(?:the|our|my)\s+(?=\p{L})/iu, '').trim();
  return name === '' || SEVERAL.test(name) || BETWEEN.test(name) || name.length > 200 ? undefined : name;
}

/** @param alone what to say instead, one after the other, if that is known */
export function oneAtATime(does: string, alone: readonly string[] = []): Reading {
  if (alone.length > 1)
    return {
      say: `I take one at a time (${does}): say ${listed(alone.map(quoted), 'then')}, each once the one before is decided. Nothing was done.`,
    };
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

/** Also as a step of a plan: then the plan asks. */
export function asksFor({ tools, planned = [] }: ResolvedTurn, bare: string): boolean {
  const isOwn = ({ server, name }: ResolvedTool) => server === OWN_SERVER && name === bare;
  const tool = tools.find(isOwn);
  return tool ? tool.asks : planned.some(isOwn);
}

/** A destructive call: announced before it is made, and reported in the server's words afterwards. */
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
    does: what,
    say: isAsked ? `This would ${what}. ${NOT_BY_ITSELF}` : `I am about to ${what}.`,
  };
  return told(answer);
}

/** The server's own words about what it did. */
export function told(answer: unknown): string {
  const { message } = rowOf(answer);
  const said =
    typeof message === 'string' ? message : typeof answer === 'string' ? answer : JSON.stringify(answer);
  return `Done. ${escapeText(said, 600)}`;
}
