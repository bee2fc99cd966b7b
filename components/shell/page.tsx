'use client';
/** A page besides the chats: its title in the browser tab and the top bar, and its content. */
import type { ReactNode } from 'react';
import { classes } from '../ui/classes';
import { PageTitle } from './page-title';
import { TopBar } from './top-bar';

interface PageProps {
  title: string;
  /** Navigation: left of the content, above it on narrow screens. */
  beside?: ReactNode;
  /** Shown above the content, and does not scroll with it. */
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
      {/* `relative`: what is positioned in it, such as a hidden radio button, scrolls with it rather than with the
          window. */}
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
