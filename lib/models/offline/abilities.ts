/** What the offered tools are good for, in words for people. */
import { escapeText } from './format';
import { actOf, rowsWord, thingOf } from './phrases';
import type { OfferedTool } from './toolbox';
import { plural, singular } from './words';

/** What the offered tools are good for, by risk. */
export function abilities(toolbox: readonly OfferedTool[]): string {
  const parts = [
    abilityOf(
      toolbox.filter(({ risk }) => risk === 'read-only'),
      'look up',
    ),
    abilityOf(
      toolbox.filter(({ risk }) => risk === 'write'),
      'change things',
    ),
    abilityOf(
      toolbox.filter(({ risk, asks }) => risk === 'destructive' && !asks),
      'for good, and in this mode without asking',
    ),
    abilityOf(
      toolbox.filter(({ asks }) => asks),
      'when you confirm it on a card',
    ),
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'No tools are offered to me here, so there is nothing I can do for you.';
  return `Here I can:\n\n${parts.join('\n')}\n\n${example(toolbox)}`.trim();
}

/** Acts named at most. */
export const MOST_NAMED = 14;

function abilityOf(tools: readonly OfferedTool[], opening: string): string {
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
