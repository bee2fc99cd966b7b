/** The summary of a call's card for a line of the record: secrets masked, and cut to the space a line has. Pure. */
import type { CardRow } from '@/lib/store/receipts/receipt-cards';
import { MASK, maskedText, maskedValue } from '@/lib/transport/masked-value';
import { isSecretName } from '@/lib/values/secret-names';
import type { ReceiptCard } from './receipt-view';

/** Characters of a text. */
const LONGEST = 80;

export function receiptCard({ server, trusted, preview, input, said }: CardRow): ReceiptCard {
  const lines = preview?.lines.map(({ label, value, amount }) => ({
    label: cut(maskedText(label)),
    value: isSecretName(label) ? MASK : cut(maskedText(value)),
    ...(amount !== undefined && { amount: cut(amount) }),
  }));
  return {
    server,
    trusted,
    preview: lines ? { lines } : null,
    // The card's preview if it has one, otherwise the arguments.
    input: lines || input === null ? null : maskedValue(JSON.parse(input)),
    ...(said !== null && { said: maskedText(said) }),
  };
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
