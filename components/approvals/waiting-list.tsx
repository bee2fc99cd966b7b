'use client';
/** Pending cards, oldest first: all open, or folded into rows with one open at a time if there are many. */
import { useEffect, useRef, useState } from 'react';
import { AlikeSlot } from '@/components/tool-call/alike/alike-slot';
import { classes } from '@/components/ui/classes';
import { CancelSeveral } from './cancel-several';
import { type Entry, keyOf, waits } from './entries';
import type { useInbox } from './use-inbox';
import { useRowKeys } from './use-row-keys';
import { ROW, WaitingEntry } from './waiting-entry';

/** More than these are folded into rows. */
const MOST_OPEN = 5;

/** There is room for a card beside the rows (as in `WaitingEntry`): the first one is open there from the beginning. */
const BESIDE_ROWS = '(min-width: 1180px)';

/** The rows that the keys move to must not be covered by the bar of the chosen ones. */
const BELOW_BAR = '[&_[data-row]]:scroll-mt-14 [&_[data-waits]]:scroll-mt-14';

interface WaitingListProps {
  entries: readonly Entry[];
  viewer: { id: string };
  handlers: ReturnType<typeof useInbox>['handlers'];
}

export function WaitingList({ entries, viewer, handlers }: WaitingListProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  // Nothing folds or unfolds by itself while the person decides: the initial number counts.
  const [isFolded] = useState(entries.length > MOST_OPEN);
  const [areSeveral] = useState(entries.length > 1);
  const first = entries.find(waits);
  const [firstKey] = useState(isFolded && first ? keyOf(first.approval) : null);
  useEffect(() => {
    if (firstKey !== null && window.matchMedia(BESIDE_ROWS).matches) setOpenKey((open) => open ?? firstKey);
  }, [firstKey]);
  useRowKeys(list);
  const choiceOf = ({ approval }: Entry) => {
    const key = keyOf(approval);
    if (!areSeveral || !approval.mayCancel) return undefined;
    return { isChosen: chosen.has(key), toggle: () => setChosen(toggled(chosen, key)) };
  };
  const foldOf = ({ approval }: Entry) => {
    const key = keyOf(approval);
    return { isOpen: openKey === key, toggle: () => setOpenKey(openKey === key ? null : key) };
  };
  const toCancel = entries
    .filter((entry) => waits(entry) && entry.approval.mayCancel && chosen.has(keyOf(entry.approval)))
    .map(({ approval }) => approval.id);
  const approvals = entries.filter(waits).map(({ approval }) => approval);
  const modes = new Map(approvals.map(({ id, context }) => [id, context.mode]));
  return (
    <>
      {areSeveral && (
        <CancelSeveral
          chosen={toCancel}
          hasChoice={entries.filter((entry) => waits(entry) && entry.approval.mayCancel).length > 1}
          onDecide={handlers.decide}
          onDone={() => setChosen(new Set())}
          className={isFolded ? ROW : undefined}
        />
      )}
      <AlikeSlot approvals={approvals} modeOf={({ id }) => modes.get(id) ?? 'default'} />
      <ul
        ref={list}
        // The open card lies beside the rows: see `WaitingEntry`.
        className={classes(BELOW_BAR, isFolded ? 'relative flex flex-col gap-2' : 'flex flex-col gap-3')}
      >
        {entries.map((entry) => (
          <WaitingEntry
            key={keyOf(entry.approval)}
            entry={entry}
            viewer={viewer}
            fold={isFolded ? foldOf(entry) : undefined}
            choice={choiceOf(entry)}
            onDecide={handlers.decide}
            edits={handlers.edits}
            takeBack={handlers.takeBack}
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
