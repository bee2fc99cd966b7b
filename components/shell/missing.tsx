'use client';
/**
 * Shown in place of a chat that does not exist, or no longer; of the target of a link; or of a page that only admins
 * read.
 */
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import { PageTitle } from './page-title';
import { TopBar } from './top-bar';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

export function Missing() {
  return (
    <Instead title={say('missing.title')} heading={say('missing.chat')}>
      {say('missing.chat.why')}
    </Instead>
  );
}

export function MissingShare() {
  return (
    <Instead title={say('missing.title')} heading={say('missing.share')}>
      {say('missing.share.why')}
    </Instead>
  );
}

/** @param title of the page */
export function ForAdmins({ title }: { title: string }) {
  return (
    <Instead title={title} heading={say('missing.admins')}>
      {say('missing.admins.why')}
    </Instead>
  );
}

/** An auditor has no chats to go on to. */
function WayOn() {
  const isReader = !works(useWorkspace().viewer.role);
  return (
    <WorkspaceLink href={isReader ? '/activity' : '/'} className={buttonClass('outline', 'mt-6')}>
      {say(isReader ? 'place.activity' : 'missing.new-chat')}
    </WorkspaceLink>
  );
}

function Instead({ title, heading, children }: { title: string; heading: string; children: ReactNode }) {
  return (
    <>
      <PageTitle title={title} />
      <TopBar title={title} />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col justify-center px-4 outline-none md:px-6">
        <div className="mx-auto w-full max-w-column">
          <h2 className="text-24 font-semibold">{heading}</h2>
          <p className="mt-1.5 max-w-prose text-16 text-muted">{children}</p>
          <WayOn />
        </div>
      </main>
    </>
  );
}
