/** What a call that destroys would do, said in words before it is made. */
import type { DraftCall } from './draft-call';
import { belongingsOf } from './facts';
import { escapeText, formatValue, isAmount } from './format';
import { actOf, listed } from './phrases';
import type { Exchange } from './read-prompt';
import { labelOf, own, type Row } from './rows';
import { inWords } from './words';

/** Said once in a chat, and only where a card will come. */
const ABOUT_CARDS = 'Only the Confirm button of its card carries this out.';

/** @param row what the call is aimed at, as it was found; `detail` the same in full */
export function announce(
  call: DraftCall,
  row: Row | undefined,
  detail: Row | undefined,
  exchanges: readonly Exchange[],
): string {
  const { tool } = call;
  const target = detail ?? row;
  const label = target && labelOf(target);
  const id = call.tool.params.find((param) => param.kind === 'id' && call.args.has(param.name));
  const told = label ?? (id && String(call.args.get(id.name)));
  const what = told === undefined ? argumentsIn(call) : ` **${escapeText(told)}**${factsIn(target ?? {})}`;
  const said = tool.verified
    ? ` ${escapeText(tool.summary, 300)}`
    : ` Its server describes it so, and nobody has vouched for that: “${escapeText(tool.summary, 300)}”`;
  const isNews = tool.asks && !exchanges.some(({ answer }) => answer.includes(ABOUT_CARDS));
  const will = tool.asks ? 'This would' : 'I am about to';
  return `${will} ${escapeText(actOf(tool))}${what}.${tool.summary === '' ? '' : said}${isNews ? ` ${ABOUT_CARDS}` : ''}`;
}

/** A lookup with a tool that nobody has vouched for may ask on a card as well. */
export function announceLookup(call: DraftCall): string {
  const names = call.named.map((named) => `“${escapeText(named.text)}”`);
  return `Before I can ${escapeText(actOf(call.tool))}, I have to look up ${listed(names)}, with a tool that nobody has vouched for.`;
}

function argumentsIn(call: DraftCall): string {
  const told = [...call.args].map(([name, value]) => `${inWords(name)} ${formatValue(value, {})}`);
  return told.length > 0 ? `: ${listed(told)}` : '';
}

/** What hangs on it, whose it is, what it is worth. */
function factsIn(row: Row): string {
  const owner = Object.entries(row).find(
    ([name, value]) => /^(customer|owner|assignee|account)_?name$/i.test(name) && typeof value === 'string',
  );
  const amount = Object.entries(row).find(
    ([name, value]) => /^(total|amount|balance)$/i.test(name) && isAmount(value),
  );
  const status = own(row, 'status');
  const facts = [
    owner ? `of ${formatValue(owner[1], row)}` : '',
    amount ? formatValue(amount[1], row) : '',
    ...belongingsOf(row),
  ].filter((fact) => fact !== '');
  if (facts.length === 0 && typeof status === 'string') facts.push(formatValue(status, row));
  return facts.length > 0 ? ` (${facts.join(', ')})` : '';
}
