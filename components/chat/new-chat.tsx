'use client';
/**
 * The page of a chat that does not exist yet. With its first message the chat gets an address of its own while
 * this page goes on; "New chat" then begins afresh, and coming back through the history opens it as any other.
 */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ChatScreen, type ChatScreenProps } from './chat-screen';
import { ViewSkeleton } from './view-skeleton';

export function NewChat(props: Omit<ChatScreenProps, 'initial'>) {
  const path = usePathname();
  const [begun, setBegun] = useState({ path, round: path === '/' ? 1 : 0 });
  if (begun.path !== path) {
    setBegun({ path, round: path === '/' ? begun.round + 1 : begun.round });
  }
  if (begun.round === 0) return <Reopen path={path} />;
  return <ChatScreen key={begun.round} initial={null} {...props} />;
}

/** The history leads to a chat whose address this page had taken on: its own page shows it. */
function Reopen({ path }: { path: string }) {
  const router = useRouter();
  useEffect(() => router.replace(path), [router, path]);
  return <ViewSkeleton />;
}
