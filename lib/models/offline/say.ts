/** What the offline model says when there is nothing to call: greetings, help, and why it cannot help. */
import type { DraftCall } from './draft-call';
import { escapeText, formatValue } from './format';
import { actOf, listed, past, rowsWord, thingOf, verbOf } from './phrases';
import type { Request } from './read-request';
import { isRow, labelOf, own, type Row } from './rows';
import type { OfferedTool, Risk } from './toolbox';
import { capitalised, inWords, isSmallWord, plural, singular } from './words';

const HELLO =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|moin|hallo|greetings)(?: there| amber| all)?[\s!.,]*$/i;
const THANKS =
  /^(?:thanks?(?: you)?(?: (?:a lot|very much|so much))?|thx|great|perfect|cool|nice|well done|good job|ok(?:ay)?|alright|got it|fine)[\s!.,]*(?:thanks?(?: you)?)?[\s!.,]*$/i;
const BYE = /^(?:bye|goodbye|see you|good night|ciao)[\s!.,]*$/i;
const HELP =
  /^(?:help(?: me)?|\?+|what (?:can|do|could) you do.*|how can you help.*|what (?:are you able|is possible|tools|can i (?:do|ask)).*|who are you.*|what are you.*|which tools.*|commands?|menu)[\s?!.]*$/i;
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

/** What the offered tools are good for, by risk. */
export function abilities(toolbox: readonly OfferedTool[]): string {
  const parts = [
    abilityOf(toolbox, 'read-only', 'look up'),
    abilityOf(toolbox, 'write', 'change things'),
    abilityOf(toolbox, 'destructive', 'when you confirm it on a card'),
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'No tools are offered to me here, so there is nothing I can do for you.';
  return `Here I can:\n\n${parts.join('\n')}\n\n${example(toolbox)}`.trim();
}

const MOST_NAMED = 14;

function abilityOf(toolbox: readonly OfferedTool[], risk: Risk, opening: string): string {
  const tools = toolbox.filter((tool) => tool.risk === risk);
  const named = [...new Set(tools.map((tool) => escapeText(abilityIn(tool))))];
  const more = named.length - MOST_NAMED;
  if (named.length === 0) return '';
  return `- ${opening}: ${named.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function abilityIn(tool: OfferedTool): string {
  if (!tool.reads || tool.actions[0] !== 'read') return actOf(tool);
  const thing = thingOf(tool);
  return tool.many || thing.includes(' ') ? thing : plural(singular(thing));
}

function example(toolbox: readonly OfferedTool[]): string {
  const list = toolbox.find((tool) => tool.reads && tool.many && rowsWord(tool) !== 'results');
  return list ? `For example: “Show ${escapeText(rowsWord(list))}”.` : '';
}

/** Something shall be changed, and nothing offered does that. */
export function cannotWrite(request: Request, toolbox: readonly OfferedTool[]): string {
  const verb = escapeText((request.verb?.text ?? request.action).toLowerCase());
  const writing = toolbox.filter((tool) => !tool.reads);
  if (writing.length === 0) {
    return `I cannot ${verb} anything here: only tools that read are offered to me (by your role, or because this chat plans only). Nothing was changed.`;
  }
  const same = writing.filter((tool) => tool.actions[0] === request.action);
  if (same.length > 0 && !namesUnknownThing(request)) {
    const things = [...new Set(same.map((tool) => escapeText(thingOf(tool))))].slice(0, MOST_NAMED);
    return `What shall I ${verb}? Please say the kind of thing with its name; I can ${verb}: ${things.join(', ')}. Nothing was done.`;
  }
  const acts = [...new Set(writing.map((tool) => escapeText(actOf(tool))))].slice(0, MOST_NAMED);
  return `I found no tool here to ${verb} that, so nothing was changed. What I can do: ${acts.join(', ')}.`;
}

/** "Book a flight": a thing in plain words, other than "delete Halden Optics", which may be of any kind. */
function namesUnknownThing(request: Request): boolean {
  return request.tokens.some(
    (token) => token !== request.verb && token.kind === 'word' && !token.capital && !isSmallWord(token.text),
  );
}

/** No tool fits. */
export function cannotHelp(toolbox: readonly OfferedTool[]): string {
  return `I could not match that to anything I can do here; I am the offline model and understand simple requests only. ${abilities(toolbox)}`;
}

/** It is asked whether or how something can be done: nothing is called. */
export function aboutDoing(request: Request, toolbox: readonly OfferedTool[]): string {
  const tools = toolbox.filter((tool) => !tool.reads && tool.actions.includes(request.action));
  const [tool] = tools;
  if (request.action === 'read' || !tool) return cannotHelp(toolbox);
  const asks = tool.risk === 'destructive' ? ' A card will ask you before anything happens.' : '';
  const acts = [...new Set(tools.map((one) => escapeText(actOf(one))))];
  return `I have done nothing so far. I can ${listed(acts)}: say for example “${capitalised(actOf(tool))} …” with the name.${asks}`;
}

/** The text asks for several things at once that write. */
export function whichOne(calls: readonly DraftCall[]): string {
  const acts = calls.map((call) => `“${capitalised(escapeText(actOf(call.tool)))}”`);
  return `I am not sure which you mean: ${acts.join(' or ')}? Please say it with the kind of thing. Nothing was done.`;
}

/** Required arguments that the text does not give. */
export function askFor(call: DraftCall): string {
  const wanted = call.missing.map((param) => {
    const options =
      param.options.length > 0 ? ` (${param.options.map((option) => escapeText(option)).join(', ')})` : '';
    const name =
      param.kind === 'id'
        ? `which ${inWords(param.name).replace(/ ?\b(id|key)\b/, '') || thingOf(call.tool)}`
        : inWords(param.name);
    return `${escapeText(name)}${options}`;
  });
  return `To ${escapeText(actOf(call.tool))} I still need: ${listed(wanted)}. Please say it again with that. Nothing was done.`;
}

/** An id is needed, and nothing that is offered lists such things. */
export function noLookup(text: string, thing: string): string {
  return `I need the id of the ${escapeText(thing)}, and nothing here tells me the id of “${escapeText(text)}”. Nothing was done.`;
}

/** "it", and nothing was spoken of. */
export function unknownPronoun(thing: string): string {
  return `I do not know which ${escapeText(thing)} you mean by that. Please say it by name. Nothing was done.`;
}

/** A name that nothing is called, or several things. */
export function notFound(text: string, thing: string): string {
  return `I found no ${escapeText(thing)} called “${escapeText(text)}”. Nothing was done. Please check the name.`;
}

export function severalFound(text: string, thing: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => `- ${describeRow(row)}`);
  if (rows.length === 1) {
    return `“${escapeText(text)}” is not clear: did you mean this ${escapeText(thing)}?\n\n${lines[0]}\n\nPlease say it with the exact name. Nothing was done.`;
  }
  return `“${escapeText(text)}” is not clear: I found these ${escapeText(plural(singular(thing)))}.\n\n${lines.join('\n')}\n\nWhich one do you mean? Please say it with the exact name. Nothing was done.`;
}

/** A row in one line: what it is called and up to three facts that tell it from others. */
export function describeRow(row: Row): string {
  const label = labelOf(row);
  const facts = Object.entries(row)
    .filter(
      ([name, value]) =>
        /name|status|city|email|total|amount|date|role/i.test(name) &&
        value !== null &&
        !isRow(value) &&
        String(value) !== label,
    )
    .slice(0, 3)
    .map(([, value]) => formatValue(value, row));
  return `**${escapeText(label ?? String(own(row, 'id') ?? '?'))}**${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** A person, or a rule, said no to a call. */
export function denied(tool: OfferedTool | undefined, target: string, reason: string): string {
  const done = tool ? past(verbOf(tool)) : 'done';
  const kept = target === '' ? '' : ` ${escapeText(target)} stays as it is.`;
  const said = reason === '' ? '' : ` The reason given: “${escapeText(reason, 300)}”.`;
  return `Nothing was ${escapeText(done)}: the call was cancelled.${kept}${said} I will not try it again unless you ask me to.`;
}

/** A call failed. */
export function failed(tool: OfferedTool, message: string): string {
  return `I could not ${escapeText(actOf(tool))}: ${escapeText(message, 500) || 'no reason was given.'}`;
}
