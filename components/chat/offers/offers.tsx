'use client';
/**
 * Resources and prompts in the composer: the list, the form for values, and the result of the choice. A resource is
 * attached to the message, a prompt's text is shown to the person first. Loaded with the first `@` or `/`.
 */
import { type RefObject, useState } from 'react';
import { putBefore } from '@/components/shell/drafts';
import type { Offer, OfferedPrompt, OfferedTemplate } from '@/lib/offerings/offering-view';
import type { Files } from '../attached/use-chosen-files';
import { OfferForm } from './offer-form';
import { OfferList } from './offer-list';
import { attachOffer, fillPrompt, type Values } from './offers-api';
import { replaced, type Trigger } from './trigger';
import type { Offering } from './use-offers';

export interface OffersProps {
  offering: Offering;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (change: (typed: string) => string) => void;
  files: Pick<Files, 'addOffered'>;
}

export function Offers({ offering, field, onText, files }: OffersProps) {
  const [form, setForm] = useState<{ offer: OfferedPrompt | OfferedTemplate; trigger: Trigger } | null>(null);
  const { trigger } = offering;

  const take = (offer: Offer, at: Trigger, values: Values) => {
    offering.close();
    onText((typed) => replaced(typed, at));
    putCaret(field, at.from);
    const { title, server } = offer;
    files.addOffered({ name: title, from: server }, async (signal) => {
      if (offer.kind !== 'prompt') return attachOffer(offer, values, signal);
      const { text, ...rest } = await fillPrompt(offer, values, signal);
      if (!signal.aborted) onText((typed) => putBefore(text, typed));
      return rest;
    });
  };
  const pick = (offer: Offer, at: Trigger) => {
    const wantsMore = offer.kind !== 'resource' && offer.fields.length > 0;
    if (wantsMore) setForm({ offer, trigger: at });
    else take(offer, at, {});
  };

  return (
    <>
      {trigger && !form && <OfferList trigger={trigger} offering={offering} onPick={pick} />}
      {form && (
        <OfferForm
          offer={form.offer}
          onFilled={(values) => take(form.offer, form.trigger, values)}
          onClose={() => {
            setForm(null);
            field.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** To where the sign was: the text is rendered by then. */
function putCaret(field: OffersProps['field'], at: number) {
  requestAnimationFrame(() => field.current?.setSelectionRange(at, at));
}
