'use client';
/** Consecutive calls of an answer. Above the first pending one is the bar for reviewing its alike calls. */
import { useState } from 'react';
import { AlikeSlot } from './alike/alike-slot';
import type { CallFacts } from './call-view';
import { RunGroup } from './run-group';
import type { ToolCallProps } from './tool-call';

const waits = (group: readonly CallFacts[]) => group.some(({ approval }) => approval?.status === 'pending');

interface CallGroupsProps extends Omit<ToolCallProps, 'facts'> {
  groups: CallFacts[][];
}

export function CallGroups({ groups, ...rest }: CallGroupsProps) {
  const place = usePlace(groups.findIndex(waits));
  const approvals = groups.flat().flatMap(({ approval }) => approval ?? []);
  const row = (group: CallFacts[]) => <RunGroup key={group[0]?.part.toolCallId} calls={group} {...rest} />;
  const bars = <AlikeSlot key="alike" approvals={approvals} modeOf={() => rest.mode} />;
  // One keyed list: a row that is open stays open when the bars appear above it.
  return [...groups.slice(0, place).map(row), bars, ...groups.slice(place).map(row)];
}

/** Where the first pending one was when they appeared, so that the bar does not move as they are decided. */
function usePlace(first: number): number {
  const [kept, setKept] = useState({ place: Math.max(first, 0), isOpen: first !== -1 });
  const isOpen = first !== -1;
  if (kept.isOpen === isOpen) return kept.place;
  const now = { place: isOpen ? first : kept.place, isOpen };
  setKept(now);
  return now.place;
}
