'use client';
/**
 * Files for the next message: uploaded as soon as they are chosen, and kept across a reload like the typed text. The
 * code for uploading is loaded with the first one.
 */
import { useEffect, useRef, useState } from 'react';
import { keepDraftAs, readDraft } from '@/components/shell/drafts';
import type { Attachment } from '@/lib/values/attachment';
import { type ChosenFile, ready } from './chosen-file';
import type { Load, Offered } from './offered';

export interface Files {
  all: ChosenFile[];
  /** Some are being uploaded. */
  isBusy: boolean;
  hasReady: boolean;
  add(files: Iterable<File>): void;
  /** Attaches something from a server, which is sent along once it has arrived. */
  addOffered(what: Offered, load: Load): void;
  remove(file: ChosenFile): void;
  /** Takes what is sent now; nothing is attached to the next message then. */
  take(): Attachment[];
  putBack(files: readonly Attachment[]): void;
}

const readyOf = (all: readonly ChosenFile[]) => all.flatMap(({ attachment }) => attachment ?? []);

export function useChosenFiles(personId: string, chatId: string | null): Files {
  const [all, setAll] = useState<ChosenFile[]>([]);
  const latest = useRef(all);
  useEffect(() => {
    latest.current = all;
  }, [all]);
  const keptAs = useRef<string | null>(null);
  const place = `${chatId ?? 'new'}-files`;
  useEffect(() => {
    const before = keptAs.current;
    keptAs.current = place;
    if (before === null) return setAll((chosen) => [...readKept(personId, place), ...chosen]);
    const there = readyOf(all);
    keepDraftAs(personId, before, place, there.length > 0 ? JSON.stringify(there) : '');
  }, [personId, place, all]);
  return {
    all,
    isBusy: all.some(({ attachment, refused }) => !attachment && refused === undefined),
    hasReady: all.some(({ attachment }) => attachment),
    add: (files) => {
      // Copied at once: browsers empty the list of dropped files.
      const given = [...files];
      if (given.length > 0)
        void import('./attach').then(({ attach }) => attach(given, latest.current, setAll));
    },
    addOffered: (what, load) =>
      void import('./offered').then(({ takeOffered }) => takeOffered(what, load, latest.current, setAll)),
    remove: (file) => void import('./attach').then(({ remove }) => remove(file, setAll)),
    take: () => {
      setAll([]);
      return readyOf(all);
    },
    putBack: (files) => setAll((chosen) => [...files.map(ready), ...chosen]),
  };
}

function readKept(personId: string, place: string): ChosenFile[] {
  try {
    return (JSON.parse(readDraft(personId, place) || '[]') as Attachment[]).map(ready);
  } catch {
    return [];
  }
}
