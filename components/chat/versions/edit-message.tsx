'use client';
/** A person's own message being reworded. The original stays as another version. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';

interface EditMessageProps {
  text: string;
  /** @returns whether the server has accepted it */
  onSend: (text: string) => Promise<boolean>;
  onClose: () => void;
}

export function EditMessage({ text: before, onSend, onClose }: EditMessageProps) {
  const [text, setText] = useState(before);
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  }, [before]);
  /** The field disappears with the old message: the focus goes to where one writes. */
  const goOn = () => {
    const { activeElement: focused, body } = document;
    const wasHere = focused === body || field.current?.form?.contains(focused);
    // On phones the focus would open the keyboard over the page.
    if (!wasHere || !window.matchMedia('(pointer: fine)').matches) return;
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  const isSame = text.trim() === '' || text === before;
  const send = async () => {
    if (isSame || isSending) return;
    setIsSending(true);
    if (!(await onSend(text))) return setIsSending(false);
    goOn();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key === 'Process') return;
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className="w-full rounded-message bg-soft p-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={field}
        aria-label={say('versions.edit')}
        value={text}
        rows={Math.min(8, before.split('\n').length + 1)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        dir="auto"
        className="block max-h-[50dvh] w-full resize-none rounded-control border border-edge bg-raised px-3 py-2 text-16 text-ink leading-6 [field-sizing:content]"
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onClose}>{say('versions.cancel')}</Button>
        <Button look="act" type="submit" disabled={isSame || isSending}>
          {say('versions.send')}
        </Button>
      </div>
    </form>
  );
}
