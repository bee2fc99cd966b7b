'use client';
/** One receipt of a story: when and what; and everything that it says, when it is opened. */
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import type { ReceiptView } from '@/lib/receipts/receipt-view';
import { amountWords, limitedWords, whoseWords } from './limit-words';
import { sentenceOf } from './receipt-words';

export function ReceiptRow({ receipt }: { receipt: ReceiptView }) {
  return (
    <li data-testid="receipt" data-kind={receipt.kind} data-seq={receipt.seq} className="py-1">
      <details>
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-3 rounded-control text-13 md:min-h-6">
          <span className="min-w-0 flex-1 break-words text-ink-2">{sentenceOf(receipt)}</span>
          <span className="shrink-0 text-muted tabular-nums">
            <Moment iso={receipt.at} utc />
          </span>
        </summary>
        <Everything receipt={receipt} isInside />
      </details>
    </li>
  );
}

/** The fields a receipt may have, by their names in exports; a later version may write others. */
const FIELDS = [
  ...(['person', 'for', 'chat', 'approval', 'run', 'toolCall', 'call'] as const),
  ...(['grant', 'server', 'tool', 'risk', 'requirement', 'rule', 'policyVersion'] as const),
  ...(['attempt', 'status', 'refusal', 'resolution', 'change', 'model', 'was'] as const),
  ...(['limit', 'whose', 'hard', 'soft', 'currency', 'way', 'member', 'provider', 'count'] as const),
  ...(['effect', 'locked', 'critical', 'own', 'session', 'token', 'client'] as const),
  ...(['share', 'upload', 'fileHash', 'from', 'inputHash', 'resultHash', 'tools'] as const),
  ...(['identityHash', 'definitionHash', 'definitionsHash', 'until', 'scopes', 'nameHash', 'hash'] as const),
] as const;

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00(?::00)?)$/;

interface EverythingProps {
  receipt: ReceiptView;
  /** It is part of a story. */
  isInside?: boolean;
}

/** The receipt exactly as it was written. */
export function Everything({ receipt, isInside = false }: EverythingProps) {
  const { seq, body, hash } = receipt;
  const unlinked = say('receipt.unlinked');
  const rows = [
    [say('receipt.number'), seq ?? unlinked],
    ...Object.entries(body).filter(([, value]) => value !== null),
    ['hash', hash ?? unlinked],
  ] as [string, unknown][];
  return (
    <dl
      className={`mt-2 grid grid-cols-1 gap-x-4 rounded-control bg-soft p-3 text-12 md:grid-cols-[120px_1fr] ${isInside ? '' : '@min-[40rem]:ml-[166px]'}`}
    >
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{fieldWords(name)}</dt>
          <dd className="mb-1 break-all font-mono text-ink-2 md:mb-0">
            {typeof value === 'string' && ISO.test(value) ? (
              <Moment iso={value} utc dated />
            ) : (
              <ShownText text={valueWords(receipt, name, value)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** With people's names before their ids, and a limit's figures formatted for people; everything else as it was written. */
function valueWords({ body, personName, forName }: ReceiptView, name: string, value: unknown): string {
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'person' && personName !== null) return say('receipt.value', { name: personName, written });
  if (name === 'limit') return limitedWords(body.limit);
  if ((name === 'hard' || name === 'soft') && typeof value === 'number') return amountWords(value, body);
  if (name === 'whose' && (value === 'team' || value === 'each')) return whoseWords(value, undefined);
  const isWhose = name === 'for' || (name === 'whose' && body.for === undefined);
  return isWhose && forName !== null ? say('receipt.value', { name: forName, written }) : written;
}

function fieldWords(name: string): string {
  const known = FIELDS.find((field) => field === name);
  return known ? say(`receipt.field.${known}`) : name;
}
