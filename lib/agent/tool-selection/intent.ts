/**
 * What a message asks for, judged by its verbs. It affects the order and choice of what is offered, and permits
 * nothing. It is strict about messages that only ask to see something, where the verb must be in the position of a
 * request, and lenient about those that ask for a change, since a wanted tool must not be withheld because of a turn of
 * phrase.
 */
import { bounded } from './query';
import { asksAnywhere, type Deed, deedOf, isAskingForm, VERB_CLASSES } from './words/verbs';
import { folded, termsOf, wordsOf } from './words/words';

export interface Intent {
  /** It asks to see something and for nothing else. */
  onlyReads: boolean;
  /** It asks for something to be removed. */
  destroys: boolean;
  /** The verbs that ask for a change or a removal, as terms, with their synonyms. */
  actions: ReadonlySet<string>;
}

/** After these a verb is a noun: "the last update", "my order", "number of posts". */
const BEFORE_NOUNS =
  wordSet(`a an the this that these those my your his her its our their all any each every some no of
  last latest first new recent current number in on for from with by about as per which what whose is are was were has
  have had been der die das den dem des ein eine einen einem einer mein meine meinen dein deine unser unsere alle letzte
  letzten welche welcher von vom mit bei im am fuer`);

/** After these a verb is a request, as at the beginning. */
const BEFORE_REQUESTS =
  wordSet(`to please and or then you i we can could should would must will let lets us also just now
  not dont never help want need bitte und oder dann`);

/** Words at the beginning that make a request without a listed verb. */
const QUESTIONS = wordSet(`what which who whom whose when where why how is are was were does did do any
  welche welcher welches wer was wann wo warum wie wieviel gibt`);

export function intentOf(message: string): Intent {
  const asked = new Set<Deed>();
  const actions = new Set<string>();
  let destroys = false;
  let questions = false;
  for (const clause of bounded(message).split(/[.,;:!?\n]+/)) {
    const words = wordsOf(clause).map(folded);
    questions ||= words.slice(0, 2).some((word) => QUESTIONS.has(word));
    for (const [at, word] of words.entries()) {
      const term = isAskingForm(word) ? termsOf(word)[0] : undefined;
      const deed = term === undefined ? undefined : deedOf(term);
      const before = words[at - 1];
      if (term === undefined || deed === undefined || (before && BEFORE_NOUNS.has(before))) continue;
      if (before === undefined || BEFORE_REQUESTS.has(before) || asksAnywhere(word)) asked.add(deed);
      if (deed === 'reads') continue;
      destroys ||= deed === 'destroys';
      for (const same of VERB_CLASSES.find((verbs) => verbs.includes(term)) ?? [term]) actions.add(same);
    }
  }
  const changes = asked.has('changes') || asked.has('destroys');
  return { onlyReads: !changes && (asked.has('reads') || questions), destroys, actions };
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
