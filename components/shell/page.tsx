'use client';
/** A page beside the chats: what the browser's tab and the top bar call it, and its content. */
import type { ReactNode } from 'react';
import { classes } from '../ui/classes';
import { PageTitle } from './page-title';
import { TopBar } from './top-bar';

interface PageProps {
  title: string;
  /** Where one can go from here: left of the content, above it on narrow screens. */
  beside?: ReactNode;
  /** Stands above the content, and does not scroll with it. */
  above?: ReactNode;
  children: ReactNode;
}

export function Page({ title, beside, above, children }: PageProps) {
  const width = beside ? 'max-w-beside lg:flex lg:gap-8' : 'max-w-wide';
  return (
    <>
      <PageTitle title={title} />
      <TopBar title={title} />
      {above}
      {/* `relative`: what is placed in it, such as a hidden radio button, scrolls with it rather than the window behind it. */}
      <main
        id="main"
        tabIndex={-1}
        className="relative min-h-0 flex-1 scroll-py-4 overflow-y-auto outline-none"
      >
        <div className={classes('mx-auto w-full px-4 pt-5 pb-10 md:px-6', width)}>
          {beside}
          {beside ? <div className="min-w-0 flex-1">{children}</div> : children}
        </div>
      </main>
    </>
  );
}
