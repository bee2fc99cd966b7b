'use client';
/** What can be done with the messages of a chat; the buttons are loaded after the page. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Asking } from './again';
import type { EditMessage } from './edit-message';
import type { Handover } from './handover';
import type { MessageActions } from './message-actions';

interface Parts {
  MessageActions: typeof MessageActions;
  EditMessage: typeof EditMessage;
}

const AskingContext = createContext<(Asking & { parts: Parts | null; handover: Handover }) | null>(null);

let loaded: Parts | null = null;

async function load(): Promise<Parts> {
  const [actions, edit] = await Promise.all([import('./message-actions'), import('./edit-message')]);
  loaded = { MessageActions: actions.MessageActions, EditMessage: edit.EditMessage };
  return loaded;
}

export function AskingProvider({ again, isBusy, waits, children }: Asking & { children: ReactNode }) {
  const [parts, setParts] = useState<Parts | null>(null);
  const handover = useRef<string | null>(null);
  useEffect(() => {
    let isHere = true;
    // The chat works without them: they are tried again with the next page.
    (loaded ? Promise.resolve(loaded) : load()).then(
      (got) => isHere && setParts(got),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  const asking = useMemo(() => ({ again, isBusy, waits, parts, handover }), [again, isBusy, waits, parts]);
  return <AskingContext value={asking}>{children}</AskingContext>;
}

/** Inside it, messages are read-only. */
export function WithoutAsking({ children }: { children: ReactNode }) {
  return <AskingContext value={null}>{children}</AskingContext>;
}

/** Null where messages are read-only, such as beside a card of the inbox. */
export const useAsking = () => useContext(AskingContext);
