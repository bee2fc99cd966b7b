'use client';
/** The frame of every view for signed-in people: the side bar and the view beside it. */
import type { ReactNode } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { useDelayed } from '@/components/ui/use-delayed';
import { say } from '@/components/words/say';
import { Hands } from './hands/hands';
import { useSwipe } from './hands/use-swipe';
import { Installed } from './installed';
import { SideBar } from './side-bar';
import { HaltsProvider } from './stopped/halts';
import { ViewSkeleton } from './view-skeleton';
import { useWorkspace, type WorkspaceProps, WorkspaceProvider } from './workspace';

export function Shell(props: WorkspaceProps) {
  return (
    <WorkspaceProvider {...props}>
      <SkipLink />
      {/* `clip`: with `hidden` it could still be scrolled by an element that takes the focus below its edge. */}
      <div className="flex h-dvh overflow-clip bg-page">
        <BesideThePage />
        <Sheet />
        <HaltsProvider>
          <View>{props.children}</View>
        </HaltsProvider>
      </div>
      <Hands />
      <Installed />
    </WorkspaceProvider>
  );
}

function SkipLink() {
  const { path } = useWorkspace();
  const hasConversation = path === '/' || path.startsWith('/chat/');
  return (
    <a
      href="#main"
      className="fixed left-3 top-3 z-10 -translate-y-24 rounded-control bg-act px-4 py-2 text-14 text-on-act focus:translate-y-0"
    >
      {say(hasConversation ? 'shell.skip' : 'shell.skip-page')}
    </a>
  );
}

function BesideThePage() {
  const { side } = useWorkspace();
  if (!side.isOpen) return null;
  return (
    <aside aria-label={say('shell.side-bar')} className="hidden w-side shrink-0 border-r md:block">
      <SideBar onHide={() => side.setOpen(false)} />
    </aside>
  );
}

function Sheet() {
  const { side } = useWorkspace();
  if (!side.isSheetOpen) return null;
  return (
    <Dialog
      bare
      title={say('shell.menu')}
      onClose={() => side.setSheetOpen(false)}
      className="m-0 h-dvh max-h-none w-[min(320px,calc(100vw-56px))] max-w-none border-r"
    >
      {(close) => <SheetContent close={close} />}
    </Dialog>
  );
}

function SheetContent({ close }: { close: () => void }) {
  const swipe = useSwipe({ towards: 'left' }, close);
  return (
    <div className="h-full" {...swipe}>
      <SideBar isSheet onHide={close} />
    </div>
  );
}

function View({ children }: { children: ReactNode }) {
  const { isLeaving, side } = useWorkspace();
  const isSlow = useDelayed(isLeaving);
  const swipe = useSwipe({ towards: 'right', fromEdge: true }, () => side.setSheetOpen(true));
  return (
    <div className="relative flex min-w-0 flex-1 flex-col" aria-busy={isLeaving} {...swipe}>
      {children}
      {isSlow && <ViewSkeleton />}
    </div>
  );
}
