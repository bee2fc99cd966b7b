/** What a line of the record says of a call's card: without secrets, and cut to what a line has room for. Pure. */
import type { CardRow } from '@/lib/store/receipts/receipt-cards';
import { MASK, maskedText, maskedValue } from '@/lib/transport/masked-value';
import { isSecretName } from '@/lib/values/secret-names';
import type { ReceiptCard } from './receipt-view';

/** Characters of a text. */
const LONGEST = 80;

export function receiptCard({ server, trusted, preview, input }: CardRow): ReceiptCard {
  const lines = preview?.lines.map(({ label, value, amount }) => ({
    label: cut(maskedText(label)),
    value: isSecretName(label) ? MASK : cut(maskedText(value)),
    ...(amount !== undefined && { amount: cut(amount) }),
  }));
  return {
    server,
    trusted,
    preview: lines ? { lines } : null,
    // What the card shows of its preview says it; arguments stand in where there is none.
    input: lines || input === null ? null : maskedValue(JSON.parse(input)),
  };
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
