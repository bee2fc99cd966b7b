'use client';
/** A link inside the shell: it marks its target at once and keeps the old view until the new one is there. */
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { useWorkspace } from './workspace';

export interface WorkspaceLinkProps
  extends Omit<ComponentProps<typeof Link>, 'href' | 'prefetch' | 'onNavigate'> {
  href: string;
}

export function WorkspaceLink({ href, ...rest }: WorkspaceLinkProps) {
  const { goTo, side } = useWorkspace();
  return (
    <Link
      href={href}
      // With forty chats in the side bar, prefetching would mean forty requests.
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        side.setSheetOpen(false);
        goTo(href, side.isSheetOpen);
      }}
      {...rest}
    />
  );
}
