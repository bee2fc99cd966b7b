'use client';
/** The form of a prompt or a template: the values that its server asks for, before anything is read. */
import { type FormEvent, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say, sayWith } from '@/components/words/say';
import type { OfferedPrompt, OfferedTemplate } from '@/lib/offerings/offering-view';
import { CompletingField } from './completing-field';
import { proposals, type Values } from './offers-api';

interface OfferFormProps {
  offer: OfferedPrompt | OfferedTemplate;
  onFilled: (values: Values) => void;
  onClose: () => void;
}

export function OfferForm({ offer, onFilled, onClose }: OfferFormProps) {
  const { fields, title, server, description, outside } = offer;
  const [values, setValues] = useState<Values>({});
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return (
    <Dialog title={visibleString(title)} onClose={onClose}>
      {(close) => (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            // The composer's own form surrounds it.
            event.stopPropagation();
            onFilled(said);
            close();
          }}
        >
          <p className="break-words text-12 text-muted">
            {sayWith(offer.kind === 'prompt' ? 'offers.prompt-of' : 'offers.from', {
              server: () => <ShownText text={server} />,
            })}
          </p>
          {description && (
            <p className="mt-2 break-words text-13 text-ink-2">
              <ShownText text={description} />
            </p>
          )}
          {outside && <p className="mt-2 text-13 text-ink-2">{say('offers.outside-means')}</p>}
          {fields.map((field, nth) => (
            <CompletingField
              key={field.name}
              field={field}
              isFirst={nth === 0}
              value={values[field.name] ?? ''}
              onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
              propose={(value, signal) =>
                proposals(offer, field.name, value, without(said, field.name), signal)
              }
            />
          ))}
          <div className="mt-6 flex justify-end gap-2">
            <Button onClick={close}>{say('offers.cancel')}</Button>
            <Button look="act" type="submit">
              {say(offer.kind === 'prompt' ? 'offers.insert' : 'offers.attach')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function without(values: Values, name: string): Values {
  const { [name]: _, ...others } = values;
  return others;
}
