'use client';
/** Three ways to attach files to a message: a button, dropping them anywhere on the page, and pasting. */
import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';

export function AttachButton({ onAdd }: { onAdd: (files: Iterable<File>) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        onChange={({ target }) => {
          onAdd(target.files ?? []);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      <IconButton label={say('files.attach')} onClick={() => field.current?.click()}>
        <Icon of={Paperclip} />
      </IconButton>
    </>
  );
}

/** @returns whether files are being dragged over the page */
export function useDrops(onAdd: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const add = useRef(onAdd);
  useEffect(() => {
    add.current = onAdd;
  }, [onAdd]);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      const { files } = event.dataTransfer ?? {};
      if (!files || files.length === 0) return;
      // Otherwise the browser leaves the page and opens the file.
      event.preventDefault();
      add.current(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** Copied spreadsheet cells also come as an image of themselves: then the text is meant. */
export function filesPasted(event: ClipboardEvent): File[] {
  const { files, types } = event.clipboardData;
  if (files.length === 0 || types.includes('text/plain')) return [];
  event.preventDefault();
  return [...files];
}
