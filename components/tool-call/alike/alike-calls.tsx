'use client';
/** The bars of all alike calls; a bar stays until its message has been read. */
import { useState } from 'react';
import { AlikeBar } from './alike-bar';
import type { AlikeGroup } from './alike-groups';

export function AlikeCalls({ groups }: { groups: readonly AlikeGroup[] }) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const fresh = groups.filter(({ key }) => !keys.includes(key)).map(({ key }) => key);
  if (fresh.length > 0) setKeys([...keys, ...fresh]);
  return keys.map((key) => (
    <AlikeBar key={key} group={groups.find((group) => group.key === key) ?? { key, approvals: [] }} />
  ));
}
