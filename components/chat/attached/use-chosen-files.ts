'use client';
/**
 * Files that go with the next message: uploaded as soon as they are chosen, and kept over a reload as what is typed is.
 * What uploads them is loaded with the first one.
 */
import { useEffect, useRef, useState } from 'react';
import { keepDraft, readDraft } from '@/components/shell/drafts';
import type { Attachment } from '@/lib/values/attachment';
import type { ChosenFile } from './chosen-file';

export interface Files {
  all: ChosenFile[];
  /** Some are on their way. */
  isBusy: boolean;
  hasReady: boolean;
  add(files: Iterable<File>): void;
  remove(file: ChosenFile): void;
  /** What is sent now; nothing stands beside the next message then. */
  take(): Attachment[];
  putBack(files: readonly Attachment[]): void;
}

const kept = (file: Attachment): ChosenFile => ({
  key: file.id,
  name: file.name,
  size: file.size,
  attachment: file,
});
const readyOf = (all: readonly ChosenFile[]) => all.flatMap(({ attachment }) => attachment ?? []);

export function useChosenFiles(personId: string, chatId: string | null): Files {
  const [all, setAll] = useState<ChosenFile[]>([]);
  const latest = useRef(all);
  useEffect(() => {
    latest.current = all;
  }, [all]);
  const isRead = useRef(false);
  const place = `${chatId ?? 'new'}-files`;
  useEffect(() => {
    if (!isRead.current) {
      isRead.current = true;
      setAll((chosen) => [...readKept(personId, place), ...chosen]);
      return;
    }
    const ready = readyOf(all);
    keepDraft(personId, place, ready.length > 0 ? JSON.stringify(ready) : '');
  }, [personId, place, all]);
  return {
    all,
    isBusy: all.some(({ attachment, refused }) => !attachment && refused === undefined),
    hasReady: all.some(({ attachment }) => attachment),
    add: (files) => {
      // Taken at once: a browser empties what was dropped.
      const given = [...files];
      if (given.length > 0)
        void import('./attach').then(({ attach }) => attach(given, latest.current, setAll));
    },
    remove: (file) => void import('./attach').then(({ remove }) => remove(file, setAll)),
    take: () => {
      setAll([]);
      return readyOf(all);
    },
    putBack: (files) => setAll((chosen) => [...files.map(kept), ...chosen]),
  };
}

function readKept(personId: string, place: string): ChosenFile[] {
  try {
    return (JSON.parse(readDraft(personId, place) || '[]') as Attachment[]).map(kept);
  } catch {
    return [];
  }
}
