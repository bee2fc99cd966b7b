/** Answers to what is no request for a tool: greetings, thanks, help, typed consent. */
import { abilities } from './abilities';
import type { Request } from './read-request';
import type { OfferedTool } from './toolbox';

const HELLO =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|moin|hallo|greetings)(?: there| amber| all)?[\s!.,]*$/i;
const THANKS =
  /^(?:thanks?(?: you)?(?: (?:a lot|very much|so much))?|thx|great|perfect|cool|nice|well done|good job|ok(?:ay)?|alright|got it|fine)(?:,? (?:that|this|it) (?:was|is|looks) [a-z]+)?[\s!.,]*(?:thanks?(?: you)?)?[\s!.,]*$/i;
const BYE = /^(?:bye|goodbye|see you|good night|ciao)[\s!.,]*$/i;
const HELP =
  /^(?:help(?: me)?|\?+|what (?:can|do|could) you do.*|how can you help.*|what (?:are you able|is possible|tools|can i (?:do|ask)).*|who are you.*|are you (?:an? )?(?:real|human|person|ai|bot|robot|model|llm|chatgpt).*|what are you.*|which tools.*|commands?|menu)[\s?!.]*$/i;
const CONSENT =
  /^(?:yes|yep|yeah|sure|ok(?:ay)?|confirm(?:ed)?|i confirm|approved?|i approve|do it|go ahead|proceed|go for it|please do|make it so|y)\b(?:[\s,!.]*(?:yes|please|confirm(?:ed)?|i confirm|do it|go ahead|proceed|it|that|now|sure|delete it|approve(?:d)?|the (?:card|call|deletion)|and|i))*[\s!.]*$/i;
const REFUSAL =
  /^(?:no|nope|cancel|stop|never mind|nevermind|forget it|don't|do not|abort|leave it)[\s!.,]*(?:thanks?|that|it|please)?[\s!.]*$/i;
const INSTRUCTIONS =
  /\b(?:system prompt|(?:your|the) (?:system |hidden |initial |original )?(?:instructions|prompt)|(?:repeat|print|show|reveal|output) (?:everything|the text|all|the words) above)\b/i;

/** An answer to what is no request for a tool; nothing when it may be one. */
export function smallTalk(
  request: Request,
  toolbox: readonly OfferedTool[],
  message: string,
): string | undefined {
  const text = message.trim().slice(0, 300);
  if (text === '' || request.tokens.every((token) => token.kind === 'mark'))
    return `I read no request in that. ${abilities(toolbox)}`;
  if (HELLO.test(text))
    return `Hello. I am the offline model: I follow simple rules and understand simple requests. ${abilities(toolbox)}`;
  if (CONSENT.test(text) && !THANKS.test(text)) {
    return 'Nothing is waiting for that here, and typed consent decides nothing: only the Confirm button on a card does. Ask again for what you want done; where it must be confirmed, a card will ask you.';
  }
  if (THANKS.test(text)) return 'You are welcome.';
  if (BYE.test(text)) return 'Goodbye.';
  if (REFUSAL.test(text)) return 'All right. I am doing nothing.';
  if (HELP.test(text))
    return `I am the offline model: simple rules, no real language model behind me. ${abilities(toolbox)}`;
  if (INSTRUCTIONS.test(text)) return `I do not repeat my instructions. ${abilities(toolbox)}`;
  return undefined;
}
