/** "Delete draft D-0117", "finalise invoice D-0118 and then send it", "send invoice INV-2976". */
import { type Desk, folded, type Need, type Reading, rowOf, Told } from '../desk';
import { formatValue, type Row } from '../saying/format';
import { destroy, lacking, nameIn, oneAtATime } from './doing';

const REFERENCE = /\b(INV|D)[-\s]?(\d{3,6})\b/gi;
const WHAT = String.raw`(?:the\s+)?(?:draft\s+)?(?:invoice\s+|draft\s+|bill\s+)?#`;
const DELETE = new RegExp(String.raw`^(?:delete|remove|discard|erase)\s+${WHAT}$`, 'i');
const FINALISE = new RegExp(
  String.raw`^(?:finali[sz]e|issue)\s+${WHAT}(\s+and\s+(?:then\s+)?(?:send|email)\s+it)?$`,
  'i',
);
const SEND = new RegExp(String.raw`^(?:send|email|e-mail|mail)\s+(?:out\s+)?${WHAT}(?:\s+to\s+(.+))?$`, 'i');
const SEVERAL =
  /^(delete|remove|discard|erase|finali[sz]e|issue|send|email|mail)\b(?=.*(?:\binvoices\b|\bdrafts\b|#.*#))/i;
const NONE =
  /^(delete|remove|discard|erase|finali[sz]e|issue|send)\s+(?:an?\s+|the\s+)?(?:draft\s+)?(?:invoice|draft)$/i;

export function changeInvoice(message: string, desk: Desk): Reading | undefined {
  const references = [...message.matchAll(REFERENCE)].map(
    ([, kind, digits]) => `${kind?.toUpperCase()}-${digits}`,
  );
  const pattern = message.replace(REFERENCE, '#');
  const [, several] = SEVERAL.exec(pattern) ?? [];
  if (several) {
    const verb = several.toLowerCase();
    return oneAtATime(
      `${verb} an invoice`,
      [...new Set(references)].map((one) => `${verb} ${one}`),
    );
  }
  const [, none] = NONE.exec(pattern) ?? [];
  if (none) return lacking(`${none.toLowerCase()} an invoice`, ['its number, such as D-0118']);
  const [reference] = references;
  if (!reference) return undefined;
  const finalise = FINALISE.exec(pattern);
  if (finalise) return finalising(reference, finalise[1] !== undefined, desk);
  const send = SEND.exec(pattern);
  if (send) return sending(reference, send[1], desk);
  return DELETE.test(pattern) ? deletion(reference, desk) : undefined;
}

function* theInvoice(reference: string): Generator<Need, Row, unknown> {
  return rowOf(yield { tool: 'invoices_get', input: { reference } });
}

const toldOf = (row: Row) =>
  `**${formatValue(row.reference)}** (of ${formatValue(row.customerName)}, ${formatValue(row.total, row)}, ${formatValue(row.status)})`;

function deletion(reference: string, desk: Desk): Reading {
  return {
    tools: ['invoices_get', 'invoice_delete'],
    does: 'delete a draft invoice',
    writes: true,
    *run() {
      const row = yield* theInvoice(reference);
      return yield* destroy(
        desk,
        'invoice_delete',
        { invoiceId: row.id },
        `delete draft invoice ${toldOf(row)}`,
      );
    },
  };
}

function finalising(reference: string, isSent: boolean, desk: Desk): Reading {
  return {
    tools: ['invoices_get', 'finalize_invoice', ...(isSent ? ['invoice_send'] : [])],
    does: 'finalise an invoice',
    writes: true,
    *run() {
      const row = yield* theInvoice(reference);
      const input = { invoiceId: row.id };
      const done = yield* destroy(
        desk,
        'finalize_invoice',
        input,
        `finalise draft ${toldOf(row)}; it can no longer be changed then`,
      );
      if (!isSent) return done;
      return `${done} ${yield* destroy(desk, 'invoice_send', input, `send it to ${formatValue(row.customerName)}`)}`;
    },
  };
}

function sending(reference: string, to: string | undefined, desk: Desk): Reading {
  const name = to === undefined ? undefined : nameIn(to);
  return {
    tools: ['invoices_get', 'invoice_send'],
    does: 'send an invoice',
    writes: true,
    *run() {
      const row = yield* theInvoice(reference);
      if (to !== undefined && folded(name ?? '') !== folded(String(row.customerName)))
        throw new Told(
          `Nothing was done: invoice ${formatValue(row.reference)} is of ${formatValue(row.customerName)}, not of “${formatValue(to)}”.`,
        );
      return yield* destroy(desk, 'invoice_send', { invoiceId: row.id }, `send invoice ${toldOf(row)}`);
    },
  };
}
