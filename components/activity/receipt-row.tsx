'use client';
/** One receipt: when, what, where; and everything that it says, when it is opened. */
import { ChevronRight } from 'lucide-react';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import type { ReceiptView } from '@/lib/receipts/receipt-view';
import { Icon } from '../ui/icon';
import { sentenceOf } from './receipt-words';

export function ReceiptRow({ receipt }: { receipt: ReceiptView }) {
  const { seq, at, body, forName, personName, chatTitle } = receipt;
  return (
    <li className="border-b py-2.5" data-kind={receipt.kind} data-seq={seq}>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-control md:min-h-0 md:flex-nowrap">
          <span className="w-full shrink-0 text-13 text-muted tabular-nums md:w-[150px]">
            <Moment iso={at} utc />
          </span>
          <span className="min-w-0 flex-1 break-words text-14 text-ink">{sentenceOf(receipt)}</span>
          {body.server && (
            <span className="shrink-0 text-13 text-muted">
              <ShownText text={body.server} />
            </span>
          )}
          <Icon of={ChevronRight} className="shrink-0 self-center text-muted group-open:rotate-90" />
        </summary>
        <Everything receipt={receipt} />
      </details>
      {(chatTitle || (forName && forName !== personName)) && (
        <p className="mt-0.5 break-words text-13 text-muted md:pl-[166px]">
          {forName && forName !== personName && <>For &ldquo;{<ShownText text={forName} />}&rdquo;. </>}
          {chatTitle && body.chat && (
            <WorkspaceLink href={`/chat/${body.chat}`} className="underline hover:text-ink">
              <ShownText text={chatTitle} />
            </WorkspaceLink>
          )}
        </p>
      )}
    </li>
  );
}

const UNLINKED = 'not linked yet: it gets its place in the record in a moment';

/** The receipt as it was written. */
function Everything({ receipt: { seq, body, hash } }: { receipt: ReceiptView }) {
  const rows = [['number', seq ?? UNLINKED], ...Object.entries(body), ['hash', hash ?? UNLINKED]] as [
    string,
    unknown,
  ][];
  return (
    <dl className="mt-2 grid grid-cols-1 gap-x-4 rounded-control bg-soft p-3 text-12 md:ml-[166px] md:grid-cols-[120px_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="mb-1 break-all font-mono text-ink-2 md:mb-0">
            <ShownText text={typeof value === 'string' ? value : JSON.stringify(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
