/** What the offline model says when it calls nothing: what it cannot do, what it still needs, what went wrong. */
import { abilities, MOST_NAMED } from './abilities';
import type { DraftCall } from './draft-call';
import { escapeText, formatValue, isDay } from './format';
import { actOf, listed, past, thingOf, verbOf } from './phrases';
import type { Request } from './read-request';
import { isRow, labelOf, own, type Row } from './rows';
import { findSpans } from './spans';
import type { OfferedTool } from './toolbox';
import { capitalised, inWords, plural, singular } from './words';

/** Something shall be changed that the team's policy lets nobody do. */
export function notAllowed(act: string): string {
  return `Your team\u2019s policy does not allow that: nobody may ${escapeText(act)}. Nothing was done; an admin can change the policy.`;
}

/** Something shall be changed, and nothing offered does that. */
export function cannotWrite(request: Request, toolbox: readonly OfferedTool[]): string {
  const said = request.verb?.text.toLowerCase() ?? request.action;
  const verb = escapeText(/(?:ed|ing)$/.test(said) ? request.action : said);
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
function namesUnknownThing({ text, tokens, crossedOut }: Request): boolean {
  return findSpans(text, tokens, crossedOut).some((span) => span.form === 'words');
}

/** No tool fits. */
export function cannotHelp(toolbox: readonly OfferedTool[]): string {
  return `I could not match that to anything I can do here; I am the offline model and understand simple requests in English only. ${abilities(toolbox)}`;
}

/** It is asked whether or how something can be done: nothing is called. */
export function aboutDoing(request: Request, toolbox: readonly OfferedTool[]): string {
  const tools = toolbox.filter((tool) => !tool.reads && tool.actions.includes(request.action));
  const [tool] = tools;
  if (request.action === 'read' || !tool) return cannotHelp(toolbox);
  const asks = tool.asks ? ' A card will ask you before anything happens.' : '';
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

/** A condition or a negation: rules cannot judge it, and without it the call would be another. */
export function noConditions(call: DraftCall, condition: string): string {
  return `Nothing was done: I cannot judge “${escapeText(condition, 120)}”. I am the offline model and know no conditions or exceptions. Please look it up first, then say without it what I shall do (${escapeText(actOf(call.tool))}).`;
}

/** Several things at once. */
export function oneAtATime(call: DraftCall): string {
  return `I take one at a time (${escapeText(actOf(call.tool))}): please name a single one; a name with “and” in it goes in quotes. Nothing was done.`;
}

/** Words that may be a part of a value, or mean something else altogether. */
export function notClear(call: DraftCall, words: readonly string[], target: string | undefined): string {
  const said = listed(words.map((word) => `“${escapeText(word)}”`));
  const act = escapeText(actOf(call.tool));
  if (target !== undefined)
    return `Nothing was done yet: you also said ${said}, and I do not find that with **${escapeText(target)}**. Please check it, or say without it what I shall do (${act}).`;
  const taken = [...call.args].map(([name, value]) => `${inWords(name)} ${formatValue(value, {})}`);
  const understood = taken.length > 0 ? ` I read: ${listed(taken)}.` : '';
  return `Nothing was done yet: to ${act} I did not understand ${said}.${understood} Please say it again without that; where it belongs to a name, put the whole name in quotes.`;
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
  const hint = / and /i.test(text) ? 'I take one at a time' : 'Please check the name';
  return `I found no ${escapeText(thing)} called “${escapeText(text)}”. Nothing was done. ${hint}.`;
}

export function severalFound(text: string, thing: string, rows: readonly Row[], reads: boolean): string {
  const nothing = reads ? '' : ' Nothing was done.';
  const lines = rows.map((row) => `- ${describeRow(row)}`);
  if (rows.length === 1) {
    return `“${escapeText(text)}” is not clear: did you mean this ${escapeText(thing)}?\n\n${lines[0]}\n\nPlease say it with the exact name.${nothing}`;
  }
  return `“${escapeText(text)}” is not clear: I found these ${escapeText(plural(singular(thing)))}.\n\n${lines.join('\n')}\n\nWhich one do you mean? Please say it with the exact name.${nothing}`;
}

/** A row in one line: what it is called and up to three facts that tell it from others. */
function describeRow(row: Row): string {
  const label = labelOf(row);
  const facts = Object.entries(row)
    .filter(
      ([name, value]) =>
        (/name|status|city|email|total|amount|date|role/i.test(name) || isDay(value)) &&
        value !== null &&
        !isRow(value) &&
        String(value) !== label,
    )
    .slice(0, 3)
    .map(([, value]) => formatValue(value, row));
  return `**${escapeText(label ?? String(own(row, 'id') ?? '?'))}**${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/**
 * A person, or a rule, said no to a call.
 * @param hasRun another call of this tool ran in the same turn: then it is not that nothing happened
 */
export function denied(
  tool: OfferedTool | undefined,
  target: string,
  reason: string,
  hasRun = false,
): string {
  const done = tool ? past(verbOf(tool)) : 'done';
  const kept = target === '' ? '' : ` ${escapeText(target)} stays as it is.`;
  const why = escapeText(reason, 300).trim() || 'The call was cancelled.';
  const said = /[.!?…”]$/.test(why) ? why : `${why}.`;
  const opening = hasRun ? `This one was not ${escapeText(done)}` : `Nothing was ${escapeText(done)}`;
  return `${opening}.${kept} ${said} I will not try it again unless you ask me to.`;
}

const UNASKED = /^Nothing was asked and nothing ran\. (.+)$/s;

/** A call failed. */
export function failed(tool: OfferedTool, message: string): string {
  if (/nobody knows|is not known/i.test(message)) {
    return `I cannot say whether this was done (${escapeText(actOf(tool))}): ${escapeText(message, 500)}`;
  }
  // Said once, and after the reason.
  const [, why = message] = UNASKED.exec(message) ?? [];
  const end = why === message ? '' : ' Nobody was asked and nothing ran.';
  return `I could not ${escapeText(actOf(tool))}: ${escapeText(why, 500) || 'no reason was given.'}${end}`;
}
