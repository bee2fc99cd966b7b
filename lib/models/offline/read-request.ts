/** What a message asks for: the act, whether it really asks for it, and the words it is asked in. */
import { type Action, actionAtBeginning, actionBeforeName, actionOf, VERB_PHRASES } from './actions';
import { CrossedOut, type Token, tokenize } from './tokens';
import { isSmallWord, stem } from './words';

/**
 * order: it shall be done. question: something shall be looked up. about: it asks how or whether something can
 * be done. negated: it shall not be done.
 */
export type Manner = 'order' | 'question' | 'about' | 'negated';

export interface Request {
  /** Cleaned, cut, without what is only politeness. Everything else refers to places in it. */
  text: string;
  /** Whether the message was longer than what is read. */
  cut: boolean;
  tokens: Token[];
  /** What "today" is for it. */
  now: Date;
  manner: Manner;
  action: Action;
  /** The verb that said so; none where the act is only assumed. */
  verb?: Token;
  /** The verb and what belongs to it, as already understood. */
  crossedOut: CrossedOut;
}

const READ_AT_MOST = 4000;
const POLITE =
  /^(?:(?:please|kindly|hey|hi|hello|ok|okay|sure|yes|now|then|also|and|amber|next|after that|go ahead and|(?:can|could|would|will) you(?: please)?|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|we (?:want|need) to|let(?:'s| us)|you (?:should|must|can)|try to)(?=[\s,!.:]|$)[\s,!.:]*){1,6}/i;
const ABOUT =
  /^(?:how (?:do|can|could|would|should|does) (?:i|we|you|one|it)\b|(?:can|could|may|should|shall|must) (?:i|we)\b|(?:is|would) it (?:be )?possible\b|what (?:would |will )?happens? (?:if|when)\b|what if\b|are you able\b|do you know how\b|why\b|(?:can|could) you .{0,60}\b(?:at all|in general)\b)/i;
const NEGATED =
  /^(?:please )?(?:do not|don['’]?t|dont|never|no need to|you (?:must|should) not)\b(?! forget)/i;
const QUESTION =
  /^(?:what|which|who|whose|whom|when|where|how|is|are|am|do|does|did|has|have|had|was|were|any|why|tell me|give me|show me)\b/i;
const PASSIVE =
  /\b(?:should|must|shall|needs? to|has to|have to|ought to|can|may|to) (?:now )?be ([a-z]+)\b/i;

export function readRequest(message: string, now: Date): Request {
  const clean = cleanText(message);
  const asked = clean.slice(0, READ_AT_MOST);
  const polite = POLITE.exec(asked)?.[0].length ?? 0;
  const text = withPlainVerb(asked.slice(polite).trim() || asked);
  const tokens = tokenize(text);
  withoutCapitals(text, tokens);
  return {
    text,
    cut: clean.length > READ_AT_MOST,
    tokens,
    now,
    ...readAct(asked, text, tokens),
  };
}

/** Emphasis or quotation marks around a figure, a number or an address say nothing. */
const MARKED_VALUE =
  /(\*\*|__|`|(?<![\w*])\*|")((?:[€$£]\s?)?[\w.,+-]{0,40}\d[\w.,%+-]{0,40}|[\w.+-]{1,64}@[\w.-]{1,128})\1/g;

/** One spelling of quotation marks and spaces; no control characters. */
function cleanText(message: string): string {
  return message
    .slice(0, READ_AT_MOST * 2)
    .normalize('NFC')
    .replace(/[’‘‛]/g, "'")
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replace(MARKED_VALUE, '$2')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** "Get rid of X" -> "delete X": only where the verb stands, so that no value is changed. */
function withPlainVerb(text: string): string {
  for (const [phrase, verb] of VERB_PHRASES) {
    const head = text.slice(0, 20);
    const found = head.search(phrase);
    if (found === 0) return text.replace(phrase, verb);
  }
  return text;
}

/** Capitals say nothing at the beginning of a sentence, nor where all is written in them. */
function withoutCapitals(text: string, tokens: Token[]): void {
  if (!/\p{Ll}/u.test(text)) for (const token of tokens) token.capital = false;
  tokens.forEach((token, index) => {
    const isFirst =
      /[.!?\n]/.test(text.slice(tokens[index - 1]?.end ?? 0, token.start)) ||
      /^[.!?]$/.test(tokens[index - 1]?.text ?? '');
    if (isFirst && token.kind === 'word' && isSmallWord(token.text)) token.capital = false;
  });
  const [first, ...others] = tokens;
  // "Fleurs de Saison": over the small words of a name.
  const next = others.find((token) => !/^(?:de|van|der|den|von|la|le|du|of|and|&)$/i.test(token.text));
  if (first?.kind === 'word' && !(next?.kind === 'word' && next.capital)) first.capital = false;
}

type Act = Pick<Request, 'manner' | 'action' | 'verb' | 'crossedOut'>;

function readAct(asked: string, text: string, tokens: Token[]): Act {
  const first = tokens.find((token) => token.kind === 'word');
  const isBeforeName = tokens[1]?.kind === 'quote' || (tokens[1]?.kind === 'word' && tokens[1].capital);
  const beginning =
    first && !isNounPhrase(first, tokens[1])
      ? (actionAtBeginning(first.stem) ?? (isBeforeName ? actionBeforeName(first.stem) : undefined))
      : undefined;
  const none = { action: 'read', crossedOut: new CrossedOut() };
  if (NEGATED.test(asked)) return { ...none, manner: 'negated', ...findVerb(tokens) };
  if (ABOUT.test(asked) || ABOUT.test(text)) return { ...none, manner: 'about', ...findVerb(tokens) };
  const passive = PASSIVE.exec(text);
  const passiveAction = passive?.[1] ? actionOf(stem(passive[1])) : undefined;
  if (passiveAction && !QUESTION.test(text)) {
    const verb = tokens.find((token) => token.stem === stem(passive?.[1] ?? ''));
    return { manner: 'order', action: passiveAction, ...crossing(verb) };
  }
  if (QUESTION.test(text))
    return { ...none, manner: 'question', ...crossing(questionVerb(tokens)), action: 'read' };
  if (first && beginning && first === tokens[0]) {
    return { manner: beginning === 'read' ? 'question' : 'order', action: beginning, ...crossing(first) };
  }
  return { ...none, manner: 'question' };
}

/** "Orders of X", "open orders", "draft invoices": things, and no order to make some. */
function isNounPhrase(first: Token, second: Token | undefined): boolean {
  const isPlural = (word: string) => /[^su]s$/i.test(word);
  if (isPlural(first.text) && first.text.toLowerCase() !== first.stem) return true;
  return (
    /^(?:open|draft)$/i.test(first.text) &&
    second?.kind === 'word' &&
    !second.capital &&
    isPlural(second.text)
  );
}

/** "tell", "give", "show" of a question; question words are small words and need no crossing out. */
function questionVerb(tokens: Token[]): Token | undefined {
  const [first] = tokens;
  return first?.kind === 'word' && !isSmallWord(first.text) ? first : undefined;
}

function findVerb(tokens: Token[]): Partial<Act> {
  for (const token of tokens) {
    const action = token.kind === 'word' ? actionOf(token.stem) : undefined;
    if (action) return { action, ...crossing(token) };
  }
  return {};
}

function crossing(verb: Token | undefined): Pick<Request, 'verb' | 'crossedOut'> {
  return verb ? { verb, crossedOut: new CrossedOut([verb]) } : { crossedOut: new CrossedOut() };
}
