'use client';
/** Whether a server's pages for its results are shown in chats (MCP Apps). */
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { ServerView } from '@/lib/servers/servers-view';
import type { Servers } from './use-servers';

interface ServerPagesProps {
  server: ServerView;
  isBusy: boolean;
  act: Servers['act'];
}

export function ServerPages({ server: { server: name, pages, vouch }, isBusy, act }: ServerPagesProps) {
  if (pages === null) return null;
  const { shown } = pages;
  const asks = say(shown ? 'servers.pages.hide' : 'servers.pages.show');
  const set = () =>
    act({
      method: 'PUT' as const,
      path: `/${name}/pages`,
      body: { shown: !shown },
      server: name,
      done: say(shown ? 'servers.pages.hidden' : 'servers.pages.shown'),
    });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-ink-2">
      <p className="min-w-0 flex-1 basis-56">
        {say(shown ? 'servers.pages.are-shown' : 'servers.pages.are-hidden')}
        {!shown && vouch === null && ` ${say('servers.pages.unvouched')}`}
      </p>
      <Button disabled={isBusy} aria-label={`${asks}: ${visibleString(name)}`} onClick={() => void set()}>
        {asks}
      </Button>
    </div>
  );
}
