/** The words of a receipt about a limit: for whom it is, on what, and how much. */
import { figureWords, moneyWords } from '@/components/settings/usage/usage-sums';
import { say } from '@/components/words/say';
import type { ReceiptBody } from '@/lib/receipts/receipt-view';

const LIMITED = [
  ...(['tokens_day', 'tokens_month', 'money_day', 'money_month'] as const),
  ...(['runs', 'calls_minute'] as const),
];

/** @param whose the quoted name of the person whom it limits; undefined: they are gone, or it limits more than one */
export function limitWords(who: string, body: ReceiptBody, whose?: string): string {
  const values = { who, whose: whoseWords(body.whose, whose), what: limitedWords(body.limit) };
  if (body.change === 'removed') return say('receipt.limit.removed', values);
  return say('receipt.limit.set', { ...values, says: figuresOf(body) });
}

export function limitedWords(limit: string | undefined): string {
  return say(`receipt.limit.what.${LIMITED.find((one) => one === limit) ?? 'otherwise'}`);
}

export function whoseWords(whose: string | undefined, name: string | undefined): string {
  if (whose === 'team' || whose === 'each') return say(`receipt.limit.whose.${whose}`);
  return name ?? say('receipt.limit.whose.gone');
}

export function amountWords(amount: number, { currency }: ReceiptBody): string {
  return currency ? moneyWords(amount, currency) : figureWords(amount);
}

function figuresOf(body: ReceiptBody): string {
  const [soft, hard] = [body.soft, body.hard].map((one) => (one == null ? null : amountWords(one, body)));
  if (soft && hard) return say('receipt.limit.both', { soft, hard });
  return hard
    ? say('receipt.limit.hard', { amount: hard })
    : say('receipt.limit.soft', { amount: soft ?? '' });
}
