'use client';
/** Stands where a chat would be that does not exist (any more). */
import { buttonClass } from '../ui/button';
import { PageTitle } from './page-title';
import { TopBar } from './top-bar';
import { WorkspaceLink } from './workspace-link';

export function Missing() {
  return (
    <>
      <PageTitle title="Not found" />
      <TopBar title="Not found" />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col justify-center px-4 outline-none md:px-6">
        <div className="mx-auto w-full max-w-column">
          <h2 className="text-24 font-semibold">There is no such chat</h2>
          <p className="mt-1.5 max-w-prose text-16 text-muted">
            It was deleted, or it belongs to somebody else. Nothing was changed.
          </p>
          <WorkspaceLink href="/" className={buttonClass('outline', 'mt-6')}>
            Start a new chat
          </WorkspaceLink>
        </div>
      </main>
    </>
  );
}
