'use client';
/** Everything that a server has asked during a call: a line for each form that is over, and the form that is open. */
import { useEffect, useRef, useState } from 'react';
import type { AnswerForm } from '@/components/api/answer';
import type { ElicitationView, FormAnswer } from '@/lib/elicitation/elicitation-view';
import { AddressCard } from './address-card';
import { FormCard, type FormCardProps } from './form-card';
import { FormLine } from './form-line';

interface CallFormsProps {
  forms: readonly ElicitationView[];
  /** The tool's name, as its row shows it. */
  name: string;
  viewer: { id: string };
  /** Absent: the reader may not answer. */
  onAnswer: AnswerForm | undefined;
}

export function CallForms({ forms, name, viewer, onAnswer }: CallFormsProps) {
  const [sent, setSent] = useState<ReadonlyMap<string, FormAnswer>>(new Map());
  const over = forms.filter(({ status }) => status !== 'open');
  const last = useRef<HTMLDivElement>(null);
  const answeredHere = useRef(false);
  const count = over.length;
  const answer: AnswerForm | undefined =
    onAnswer &&
    ((...said) => {
      // Noted at once: the stream may report the answer before the request has returned.
      answeredHere.current = true;
      return onAnswer(...said);
    });
  useEffect(() => {
    // A form that was answered with the keyboard passes its focus to the line that replaces it.
    if (!answeredHere.current || count === 0) return;
    answeredHere.current = false;
    if (document.activeElement === document.body) last.current?.focus({ preventScroll: true });
  }, [count]);
  return (
    <>
      {count > 0 && (
        <div className="mt-1 min-w-0 divide-y divide-line overflow-hidden rounded-table border border-line bg-raised">
          {over.map((form, nth) => (
            <FormLine
              key={form.id}
              form={form}
              answer={form.answer ?? sent.get(form.id) ?? null}
              isMine={form.askedOf.id === viewer.id}
              place={nth === count - 1 ? last : null}
            />
          ))}
        </div>
      )}
      {forms
        .filter(({ status }) => status === 'open')
        .map((form) => (
          <div key={form.id} className="mt-2">
            <Card
              form={form}
              name={name}
              onAnswer={form.askedOf.id === viewer.id ? answer : undefined}
              onSent={(content) => {
                if (content) setSent((before) => new Map(before).set(form.id, content));
              }}
            />
          </div>
        ))}
    </>
  );
}

function Card(props: FormCardProps) {
  return props.form.address ? <AddressCard {...props} /> : <FormCard {...props} />;
}
