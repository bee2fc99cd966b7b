'use client';
/** The text field, which grows with its text up to a third of the window. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { putBefore } from '@/components/shell/drafts';
import { onProposedQuestion } from '@/components/shown/proposed-question';
import { useKeyboardRing } from '@/components/shown/use-keyboard-ring';
import { say } from '@/components/words/say';
import { OFFERS_LIST, type Offering } from '../offers/use-offers';

export interface ComposerFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  focusAtFirst: boolean;
  offering: Offering;
}

export function ComposerField({
  field,
  text,
  onChange,
  onEnter,
  focusAtFirst,
  offering,
}: ComposerFieldProps) {
  const ring = useKeyboardRing();
  useGrowth(field, text);

  // Read once: deciding a card later must not move the focus here.
  const [takesFocus] = useState(focusAtFirst);

  useEffect(() => {
    // On phones the focus would open the keyboard over the page.
    if (takesFocus && window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [field, takesFocus]);

  useProposals(field, text, onChange);

  const onKeyDown = (event: KeyboardEvent) => {
    const isComposing = event.nativeEvent.isComposing || event.key === 'Process';
    if (!isComposing && offering.onKey(event)) return event.preventDefault();
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    // An on-screen keyboard has no other key for a new line, so Send is the button.
    if (!event.ctrlKey && !event.metaKey && isTouched()) return;
    event.preventDefault();
    onEnter();
  };

  return (
    <textarea
      ref={field}
      data-composer
      aria-label={say('composer.message')}
      placeholder={say('composer.message')}
      rows={1}
      value={text}
      onChange={(event) => {
        onChange(event.target.value);
        offering.onSelect(event);
      }}
      onSelect={offering.onSelect}
      onKeyDown={onKeyDown}
      aria-autocomplete="list"
      aria-controls={offering.trigger && offering.active ? OFFERS_LIST : undefined}
      aria-activedescendant={offering.trigger ? offering.active : undefined}
      dir="auto"
      className="block max-h-[33dvh] w-full resize-none bg-transparent px-4 pt-3 pb-2 text-16 text-ink outline-none [field-sizing:content] placeholder:text-muted"
      {...ring}
      onBlur={() => {
        ring.onBlur();
        offering.onBlur();
      }}
    />
  );
}

/** A question proposed elsewhere on the page is put before the typed text. */
function useProposals(field: ComposerFieldProps['field'], text: string, onChange: (text: string) => void) {
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(
    () =>
      onProposedQuestion((question) => {
        onChange(putBefore(question, latest.current));
        field.current?.focus();
      }),
    [field, onChange],
  );
}

function isTouched(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches;
}

/** For browsers in which CSS cannot do it. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again with every change of the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
