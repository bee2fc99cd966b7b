/** A request to change something that no offered tool fits: it may be denied, or speak of "it". */
import { actionInName } from './actions';
import { thingOf } from './phrases';
import type { Exchange } from './read-prompt';
import type { Request } from './read-request';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';
import { splitName, stem } from './words';

/**
 * What is asked for and denied, as an act: "delete customer". Nothing where no denied tool does that, or another one may.
 * @param denied names of tools, as the model knows them
 */
export function deniedAct(
  { action, tokens }: Request,
  denied: readonly string[],
  toolbox: readonly OfferedTool[],
): string | undefined {
  if (action === 'read') return undefined;
  for (const name of denied) {
    const words = splitName(name.split('__').at(-1) ?? name);
    const verb = words.find((word) => actionInName(stem(word)) === action);
    const things = words.filter((word) => word !== verb);
    const isMeant = tokens.some((token) => closest(token.stem, things.map(stem)) > 0);
    const isOffered = toolbox.some(
      (tool) =>
        tool.actions.includes(action) && things.every((thing) => closest(stem(thing), tool.nouns) > 0),
    );
    if (verb !== undefined && isMeant && !isOffered) return [verb, ...things].join(' ');
  }
  return undefined;
}

const PRONOUN = /\b(it|that|this)\b(?! \w)/i;

/** "Delete it", right after a customer was created: the same with the kind of thing before "it". */
export function withThing(
  message: string,
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
): string | undefined {
  if (!PRONOUN.test(message)) return undefined;
  const last = exchanges
    .slice(0, -1)
    .flatMap(({ calls }) => calls)
    .findLast(({ outcome }) => outcome.kind === 'value');
  const tool = last && toolbox.find(({ name }) => name === last.tool);
  return tool && message.replace(PRONOUN, (pronoun) => `${thingOf(tool)} ${pronoun}`);
}
