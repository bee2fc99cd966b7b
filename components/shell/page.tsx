'use client';
/** A page beside the chats: what the browser's tab and the top bar call it, and its content. */
import type { ReactNode } from 'react';
import { PageTitle } from './page-title';
import { TopBar } from './top-bar';

export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle title={title} />
      <TopBar title={title} />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <div className="mx-auto w-full max-w-wide px-4 pt-5 pb-10 md:px-6">{children}</div>
      </main>
    </>
  );
}
