/** What a call that destroys would do, said in words before it is made. */
import type { DraftCall } from './draft-call';
import { belongingsOf } from './facts';
import { escapeText, formatValue, isAmount } from './format';
import { actOf, listed } from './phrases';
import { isRow, labelOf, own, type Row } from './rows';
import { inWords } from './words';

/** @param row what the call is aimed at, as it was found; `detail` the same in full */
export function announce(call: DraftCall, row: Row | undefined, detail: Row | undefined): string {
  const { tool } = call;
  const target = detail ?? row;
  const label = target && labelOf(target);
  const what = label === undefined ? argumentsIn(call) : ` **${escapeText(label)}**${factsIn(target ?? {})}`;
  const said = tool.verified
    ? ` ${escapeText(tool.summary, 300)}`
    : ` Its server describes it so, and nobody has vouched for that: “${escapeText(tool.summary, 300)}”`;
  return `This would ${escapeText(actOf(tool))}${what}.${tool.summary === '' ? '' : said} If a card asks you, only its Confirm button carries this out.`;
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
    typeof status === 'string' && !isRow(status) ? formatValue(status, row) : '',
    ...belongingsOf(row),
  ].filter((fact) => fact !== '');
  return facts.length > 0 ? ` (${facts.join(', ')})` : '';
}
