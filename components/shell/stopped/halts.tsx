'use client';
/** What admins have stopped: loaded once for every view, and announced above the views in which people work. */
import { OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { HaltsKnown, useHalts } from '@/components/shown/halted';
import { ShownText } from '@/components/shown/shown-text';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import { haltReason } from '@/lib/policy/halts';
import type { HaltsView, HaltView } from '@/lib/rules/halt-view';
import { useResource } from '../use-resource';
import { useWorkspace } from '../workspace';
import { WorkspaceLink } from '../workspace-link';

const NONE: HaltsView = { version: 0, halts: [], lifted: [] };

export function HaltsProvider({ children }: { children: ReactNode }) {
  const { view } = useResource('/api/halts', NONE, 'policy');
  return <HaltsKnown value={view.halts}>{children}</HaltsKnown>;
}

/** One line for each halt that can affect the reader; nothing if there is none. */
export function HaltLines() {
  const { viewer } = useWorkspace();
  const halts = useHalts().filter((one) => isAbout(one, viewer.id));
  if (halts.length === 0) return null;
  return (
    <ul
      data-testid="halts"
      className="max-h-[40%] shrink-0 space-y-1 overflow-y-auto border-b bg-side px-4 py-[9px] text-13 text-ink-2 md:px-6"
    >
      {halts.map((halt) => (
        <li key={halt.id} className="flex items-start gap-2.5">
          <Icon of={OctagonX} className="mt-0.5 shrink-0 text-failed" />
          <span className="min-w-0 break-words">
            <ShownText text={`${nameOf(halt)}${told(haltReason(halt))}`} />
            {viewer.role === 'admin' && (
              <>
                {' '}
                <WorkspaceLink href="/operation" className="underline underline-offset-2">
                  {say('halts.lift-at')}
                </WorkspaceLink>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Halts on another person or on other clients cannot affect this reader's chats. */
function isAbout({ kind, userId }: HaltView, reader: string): boolean {
  return kind === 'person' ? userId === reader : kind !== 'clients';
}

function nameOf({ server, tool }: HaltView): string {
  if (server === null) return '';
  return tool === null ? `${server}: ` : `${server}, ${tool}: `;
}
