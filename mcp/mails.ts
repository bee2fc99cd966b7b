/** The texts of the mails that tools send. Plain text; the sender adds what delivery needs. */
import { formatMoney } from '@/db/money';
import type { InvoiceWithLines } from '@/db/queries/invoices-changes';
import type { Mail } from '@/db/queries/outbox-changes';

type Text = Pick<Mail, 'subject' | 'body'>;

export function invoiceMail({ invoice, customerName, lines }: InvoiceWithLines, teamName: string): Text {
  const amount = (minor: number) => formatMoney(minor, invoice.currency);
  const body = [
    `Dear ${customerName},`,
    '',
    `this is invoice ${invoice.reference} of ${invoice.issuedAt}:`,
    '',
    ...lines.map((line) => {
      const price = amount(line.unitPriceMinor);
      return `${line.quantity} x ${line.description} at ${price}: ${amount(line.amountMinor)}`;
    }),
    '',
    `Sum: ${amount(invoice.subtotalMinor)}`,
    `Tax (${invoice.taxRate / 100} %): ${amount(invoice.taxMinor)}`,
    `Total: ${amount(invoice.totalMinor)}`,
    ...(invoice.dueDate ? [`Please pay by ${invoice.dueDate}.`] : []),
    ...(invoice.note ? ['', invoice.note] : []),
    '',
    teamName,
  ];
  return { subject: oneLine(`Invoice ${invoice.reference} from ${teamName}`), body: body.join('\n') };
}

/** @param link where the person creates an account; it contains the secret token */
export function invitationMail(teamName: string, link: string, expiresAt: Date): Text {
  const body = [
    `You are invited to join ${teamName} on Amber.`,
    '',
    `Make your account here: ${link}`,
    '',
    `The invitation is valid until ${expiresAt.toISOString().slice(0, 10)}.`,
  ];
  return { subject: oneLine(`Invitation to ${teamName}`), body: body.join('\n') };
}

/** The subject becomes a header, and a line break in a name must not start another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
