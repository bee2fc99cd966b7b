'use client';
/** Changes of rules that wait for Save or Discard: the page names them, and asks before it is left. */
import { createContext, type RefObject, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useWorkspace } from '@/components/shell/workspace';
import { AskDialog } from '@/components/ui/ask-dialog';
import { askBeforeLeaving } from '@/components/ui/leaving';
import { currentIntl, say } from '@/components/words/say';

/** Ids of rows, and their names. */
type Unsaved = ReadonlyMap<string, string>;
type Mark = (id: string, name: string | null) => void;

const MarkUnsaved = createContext<Mark>(() => undefined);
export const UnsavedProvider = MarkUnsaved.Provider;

export function useUnsaved(): { unsaved: Unsaved; mark: Mark } {
  const [unsaved, setUnsaved] = useState<Unsaved>(new Map());
  const mark = useCallback((id: string, name: string | null) => {
    setUnsaved((before) => {
      if ((before.get(id) ?? null) === name) return before;
      const next = new Map(before);
      if (name === null) next.delete(id);
      else next.set(id, name);
      return next;
    });
  }, []);
  return { unsaved, mark };
}

/** Marks a row for as long as its change waits. */
export function useMarkUnsaved(id: string, name: string, waits: boolean): void {
  const mark = useContext(MarkUnsaved);
  useEffect(() => {
    if (!waits) return;
    mark(id, name);
    return () => mark(id, null);
  }, [mark, id, name, waits]);
}

/**
 * The browser's own Back cannot be intercepted: afterwards a message says that the changes are gone, with a link back
 * to the page.
 */
function useSayLeft(names: string, isMeant: RefObject<boolean>): void {
  const { tell, goTo } = useWorkspace();
  const last = useRef({ names, tell, goTo });
  useEffect(() => {
    last.current = { names, tell, goTo };
  });
  useEffect(
    () => () => {
      const { names: left, tell: tells, goTo: go } = last.current;
      if (left === '' || isMeant.current) return;
      const run = () => go('/settings/policy', true);
      tells(say('policy.left', { names: left }), { label: say('policy.left.back'), run });
    },
    [isMeant],
  );
}

/** At the head of the page, with links to them; shown again, as a question, before the page is left. */
export function UnsavedRules({ unsaved }: { unsaved: Unsaved }) {
  const [go, setGo] = useState<{ on: () => void } | null>(null);
  const count = unsaved.size;
  const hasSome = count > 0;
  const isLeft = useRef(false);
  useEffect(() => {
    if (!hasSome) return;
    isLeft.current = false;
    const ends = askBeforeLeaving((on) => {
      if (isLeft.current) on();
      else setGo({ on });
    });
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => {
      ends();
      window.removeEventListener('beforeunload', stay);
    };
  }, [hasSome]);
  const names = new Intl.ListFormat(currentIntl()).format(unsaved.values());
  useSayLeft(names, isLeft);
  return (
    <>
      <p role="status" className="mt-2 max-w-prose font-medium text-14 text-ink empty:hidden">
        {hasSome && say('policy.unsaved', { count, names })}
      </p>
      {go && hasSome && (
        <AskDialog
          title={say('policy.leave.title')}
          why={say('policy.unsaved', { count, names })}
          back={say('policy.leave.stay')}
          on={say('policy.leave.go')}
          onGo={() => {
            isLeft.current = true;
            go.on();
          }}
          onClose={() => setGo(null)}
        />
      )}
    </>
  );
}
