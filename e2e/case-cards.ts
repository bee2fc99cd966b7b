/**
 * The hostile cases as cards: which tool of which server carries a case's text, how it is called, and what the card
 * must contain. Cases that no card carries (names that are refused, results, reasons) are not here.
 */
import type { Case } from './cases.ts';
import { type BrowserOracle, browserCases, oraclesOn } from './oracles.ts';
import { DESTROYS } from './servers/hints.ts';
import type { RecordedTool } from './servers/recording-mcp.ts';

export interface CardCase {
  one: Case;
  oracles: BrowserOracle[];
  server: 'wild' | 'vouched';
  tool: RecordedTool;
  args: Record<string, unknown>;
}

/** An ordinary card, of either server, with which the others' structure is compared. */
export const PLAIN_TOOL: RecordedTool = { name: 'plain', description: 'Deletes.', annotations: DESTROYS };

/** Whether the case's text arrives in some other way than on a card. */
export function isApart({ where }: Case): boolean {
  return where === 'tool.name' || where === 'tool.result.text' || where === 'tools/call result';
}

/** All the cases that a card can carry, in the order of the files. */
export function cardCases(): CardCase[] {
  return [
    ...browserCases('01-malicious-tools').map((one) =>
      cardOf(one, 'wild', one.tool as unknown as RecordedTool),
    ),
    ...browserCases('06-unicode-deception')
      .filter((one) => !isApart(one))
      .map(unicodeCard),
    ...browserCases('07-annotations')
      .filter((one) => !isApart(one))
      .map(schemaCard),
  ];
}

function cardOf(one: Case, server: CardCase['server'], tool: RecordedTool): CardCase {
  const call = one.script?.find((step) => step.emit === 'tool_call');
  const args = (call?.emit === 'tool_call' ? call.args : {}) as Record<string, unknown>;
  return { one, oracles: oraclesOn('browser', one), server, tool, args };
}

function unicodeCard(one: Case, at: number): CardCase {
  const { where, payload = '' } = one;
  const tool = { ...PLAIN_TOOL, name: nameOf(one) };
  switch (where) {
    case 'tool.arguments':
      return { ...cardOf(one, at % 2 === 0 ? 'wild' : 'vouched', tool), args: { value: payload } };
    case 'tool.title':
      return cardOf(one, at % 2 === 0 ? 'wild' : 'vouched', { ...tool, title: payload });
    case 'tool.description':
      // An untrusted server's words are shown on the card.
      return cardOf(one, 'wild', { ...tool, description: payload });
    case 'approval.reason':
      return cardOf(one, 'vouched', tool);
    default:
      throw new Error(`No such place: ${where}`);
  }
}

/** A schema whose root is not an object is refused: the model may call the tool all the same, and there is no card. */
function schemaCard(one: Case): CardCase {
  const { inputSchema } = (one.tool ?? {}) as unknown as RecordedTool;
  const tool = { ...PLAIN_TOOL, name: nameOf(one), inputSchema };
  return { ...cardOf(one, 'wild', tool as RecordedTool), args: { id: `${'a'.repeat(60)}!` } };
}

export function nameOf({ id }: Case): string {
  return id.replaceAll('-', '_');
}
