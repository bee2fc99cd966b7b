'use client';
/** What waits, oldest first: open cards, or rows of which one at a time stands open where there are many. */
import { useRef, useState } from 'react';
import { AlikeSlot } from '@/components/tool-call/alike/alike-slot';
import { CancelSeveral } from './cancel-several';
import { type Entry, keyOf, waits } from './entries';
import type { useInbox } from './use-inbox';
import { useRowKeys } from './use-row-keys';
import { WaitingEntry } from './waiting-entry';

/** More than these are folded, and one at a time stands open. */
const MOST_OPEN = 5;

interface WaitingListProps {
  entries: readonly Entry[];
  viewer: { id: string };
  handlers: ReturnType<typeof useInbox>['handlers'];
}

export function WaitingList({ entries, viewer, handlers }: WaitingListProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  // Nothing folds or unfolds by itself while one decides: what counts is how many there were.
  const [isFolded] = useState(entries.length > MOST_OPEN);
  useRowKeys(list);
  const foldOf = ({ approval }: Entry) => {
    const key = keyOf(approval);
    return {
      isOpen: openKey === key,
      toggle: () => setOpenKey(openKey === key ? null : key),
      choice: approval.mayCancel
        ? { isChosen: chosen.has(key), toggle: () => setChosen(toggled(chosen, key)) }
        : undefined,
    };
  };
  const toCancel = entries
    .filter((entry) => waits(entry) && entry.approval.mayCancel && chosen.has(keyOf(entry.approval)))
    .map(({ approval }) => approval.id);
  const approvals = entries.filter(waits).map(({ approval }) => approval);
  const modes = new Map(approvals.map(({ id, context }) => [id, context.mode]));
  return (
    <>
      {isFolded && (
        <CancelSeveral chosen={toCancel} onDecide={handlers.decide} onDone={() => setChosen(new Set())} />
      )}
      <AlikeSlot approvals={approvals} modeOf={({ id }) => modes.get(id) ?? 'default'} />
      <ul
        ref={list}
        // What stands open lies beside the rows: see `WaitingEntry`.
        className={isFolded ? 'relative flex flex-col gap-2' : 'flex flex-col gap-3'}
      >
        {entries.map((entry) => (
          <WaitingEntry
            key={keyOf(entry.approval)}
            entry={entry}
            viewer={viewer}
            fold={isFolded ? foldOf(entry) : undefined}
            onDecide={handlers.decide}
            edits={handlers.edits}
          />
        ))}
      </ul>
    </>
  );
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
