'use client';
/** The place above pending cards; loaded on demand, once there are several of one tool. */
import { useState } from 'react';
import { later } from '@/components/ui/later';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { alikeGroups, type ModeOf } from './alike-groups';

const AlikeCalls = later(async () => (await import('./alike-calls')).AlikeCalls);

export function AlikeSlot({ approvals, modeOf }: { approvals: readonly ApprovalView[]; modeOf: ModeOf }) {
  const groups = alikeGroups(approvals, modeOf);
  const [isNeeded, setNeeded] = useState(false);
  if (groups.length > 0 && !isNeeded) setNeeded(true);
  return isNeeded ? <AlikeCalls groups={groups} /> : null;
}
