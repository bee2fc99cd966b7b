'use client';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { say, sayWith } from '@/components/words/say';
import type { SessionState } from './session-state';

/** Why nobody, or only somebody else, can write in this chat. */
export function WhyReadOnly({ state, isEmpty }: { state: SessionState; isEmpty: boolean }) {
  const { ofToken, rootId } = state;
  if (ofToken) return say(isEmpty ? 'composer.of-token-empty' : 'composer.of-token');
  if (!rootId) return say('composer.as-admin');
  return sayWith('composer.of-sub-agent', {
    chat: (words) => (
      <WorkspaceLink href={`/chat/${rootId}`} className="text-ink-2 underline underline-offset-2">
        {words}
      </WorkspaceLink>
    ),
  });
}
