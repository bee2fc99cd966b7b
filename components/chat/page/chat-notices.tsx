/** Notices at the head of a chat: that it is not kept, and that no language model answers. */
import { Hourglass, Info } from 'lucide-react';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';

export function TemporaryNotice() {
  return (
    <p className="flex shrink-0 items-center gap-2.5 border-b bg-side px-4 py-[9px] text-13 text-ink-2 md:px-6">
      <Icon of={Hourglass} className="shrink-0 text-muted" />
      <span>
        <span className="font-medium">{say('temporary.title')}</span> {say('temporary.means')}
      </span>
    </p>
  );
}

/** @param mends whether the reader can connect a real model */
export function OfflineNotice({ mends }: { mends: boolean }) {
  return (
    <p className="flex items-center gap-2.5 border-b bg-side px-4 py-[9px] text-13 text-ink-2 md:px-6">
      <Icon of={Info} className="shrink-0 text-muted" />
      <span>
        {mends
          ? sayWith('composer.offline', {
              link: (words) => (
                <WorkspaceLink href="/settings/models" className="underline underline-offset-2">
                  {words}
                </WorkspaceLink>
              ),
            })
          : say('composer.offline-other')}
      </span>
    </p>
  );
}
