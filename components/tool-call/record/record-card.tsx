'use client';
/** A single thing in a tool's result, as a card; related things are a question away. */
import { ArrowUpRight } from 'lucide-react';
import { LongText } from '@/components/shown/long-text';
import { proposeQuestion } from '@/components/shown/proposed-question';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { isLong, valueRows } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import { LookUpId } from '../look-up/look-up-id';
import { ValueList } from '../tool-input';
import type { RecordCard, RecordField, Related } from './record-of';

export function RecordView({ card, roomy }: { card: RecordCard; roomy: boolean }) {
  const others = Object.keys(card.others).length === 0 ? [] : valueRows(card.others);
  return (
    <div data-testid="record" className="min-w-0">
      {card.title !== null && (
        <p className="mb-1.5 break-words font-semibold text-14 text-ink">
          <ShownText text={card.title} />
          <HiddenNote text={card.title} />
        </p>
      )}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-x-6 gap-y-2">
        {card.fields.map((field) => (
          <div key={field.key} className="min-w-0">
            <dt title={field.about && visibleString(field.about)} className="break-words text-12 text-muted">
              <ShownText text={field.label} />
            </dt>
            <dd className="min-w-0 text-13 text-ink">
              <FieldValue field={field} roomy={roomy} />
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <div className="mt-2.5 border-line border-t pt-2.5">
          <ValueList rows={others} roomy={roomy} />
        </div>
      )}
    </div>
  );
}

function FieldValue({ field, roomy }: { field: RecordField; roomy: boolean }) {
  const { text, title, kind, related, label } = field;
  if (isLong(text, roomy)) return <LongText text={text} name={visibleString(label)} roomy={roomy} />;
  const isExact = kind === 'money' || kind === 'id';
  return (
    <>
      <span title={title} className={`wrap-anywhere ${isExact ? 'font-mono' : ''}`}>
        <LookUpId path={field.path} value={field.value}>
          <ShownText text={text} />
        </LookUpId>
      </span>
      <HiddenNote text={text} />
      {related && <Ask related={related} />}
    </>
  );
}

/** Puts the question into the composer, and sends nothing. */
function Ask({ related: { noun, name } }: { related: Related }) {
  const question = say('results.record.question', { noun, name });
  return (
    <button
      type="button"
      aria-label={visibleString(question)}
      onClick={() => proposeQuestion(question)}
      className="mt-0.5 flex min-h-6 max-w-full items-center gap-1 text-12 text-ink-2 underline decoration-edge underline-offset-2 hover:decoration-ink max-md:min-h-11"
    >
      <span className="min-w-0 truncate">{say('results.record.show', { noun: visibleString(noun) })}</span>
      <ArrowUpRight aria-hidden size={12} strokeWidth={1.75} className="shrink-0" />
    </button>
  );
}
