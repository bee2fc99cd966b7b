'use client';
/**
 * The page of a chat that does not exist yet. With its first message the chat gets its own address while this page
 * stays; "New chat" then starts afresh, and coming back through the history opens it like any other.
 */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ViewSkeleton } from '@/components/shell/view-skeleton';
import { later } from '../../ui/later';
import { ChatScreen, type ChatScreenProps } from '../chat-screen';

/** Half of a chat's code, which an empty page does not need: loaded once the page is shown. */
const Conversation = later(async () => (await import('../conversation')).Conversation);

interface Begun {
  path: string;
  /** Counts the chats begun on this page. */
  round: number;
  /** Address of the chat that this round became. */
  own: string | null;
}

export function NewChat(props: Omit<ChatScreenProps, 'initial' | 'onBegin' | 'conversation'>) {
  const path = usePathname();
  const router = useRouter();
  const [begun, setBegun] = useState<Begun>({ path, round: 0, own: null });
  if (begun.path !== path) {
    const isFresh = path === '/';
    setBegun({ path, round: begun.round + (isFresh ? 1 : 0), own: isFresh ? null : begun.own });
  }
  const takeAddress = (id: string) => {
    const own = `/chat/${id}`;
    setBegun((current) => ({ ...current, own }));
    window.history.replaceState(null, '', own);
  };

  useEffect(() => void Conversation.prepare(), []);
  useEffect(() => {
    // The page has stayed mounted: its suggestions may name what has been deleted since.
    if (begun.round > 0) router.refresh();
  }, [router, begun.round]);

  if (path !== '/' && path !== begun.own) return <Reopen path={path} />;
  return (
    <ChatScreen
      key={begun.round}
      initial={null}
      conversation={Conversation}
      onBegin={takeAddress}
      {...props}
    />
  );
}

/** The history leads to a chat whose address this page had taken on: its own page shows it. */
function Reopen({ path }: { path: string }) {
  const router = useRouter();
  useEffect(() => router.replace(path), [router, path]);
  return <ViewSkeleton />;
}
