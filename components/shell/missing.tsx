'use client';
/** Stands where a chat would be that does not exist (any more), or a page that only admins read. */
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { PageTitle } from './page-title';
import { TopBar } from './top-bar';
import { WorkspaceLink } from './workspace-link';

export function Missing() {
  return (
    <Instead title="Not found" heading="There is no such chat">
      It was deleted, or it belongs to somebody else. Nothing was changed.
    </Instead>
  );
}

/** @param title of the page */
export function ForAdmins({ title }: { title: string }) {
  return (
    <Instead title={title} heading="Only admins read this">
      What the whole team has done stands here, for its admins. Ask one of them to look something up for you.
    </Instead>
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
          <WorkspaceLink href="/" className={buttonClass('outline', 'mt-6')}>
            Start a new chat
          </WorkspaceLink>
        </div>
      </main>
    </>
  );
}
