'use client';
/** What every view inside the shell shares: the person, the chats, the navigation, and the side bar. */
import { usePathname, useRouter } from 'next/navigation';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react';
import type { ChatList } from '@/components/api/chat-api';
import { leave } from '@/components/ui/leaving';
import { Toast, type ToastMessage } from '@/components/ui/toast';
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';

import { type Chats, useChats } from './use-chats';
import type { Viewer } from './viewer';

export interface Workspace extends Chats {
  viewer: Viewer;
  /** The path that is shown, or being loaded. */
  path: string;
  /** A view was requested and is not there yet. */
  isLeaving: boolean;
  /** @param withFocus the new view takes the focus */
  goTo: (path: string, withFocus?: boolean) => void;
  side: SideBarState;
  /** Shows a message about what was just done, with an action to undo it. */
  tell: (words: string, action?: ToastMessage['action']) => void;
}

export interface SideBarState {
  /** The bar beside the page (wide windows). */
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** The sheet over the page (phones). */
  isSheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
}

const Context = createContext<Workspace | null>(null);

/** Throws outside the shell. */
export function useWorkspace(): Workspace {
  const workspace = useContext(Context);
  if (!workspace) throw new Error('This component stands inside the shell only.');
  return workspace;
}

/** Whether no mail server is set up, so that mail reaches nobody by itself. Can be used outside the shell. */
export function useNoMail(): boolean {
  return useContext(Context)?.viewer.noMail ?? false;
}

export interface WorkspaceProps {
  viewer: Viewer;
  list: ChatList;
  /** ISO 8601: when the server rendered the page. */
  renderedAt: string;
  sideOpen: boolean;
  children: ReactNode;
}

export function WorkspaceProvider({ viewer, list, renderedAt, sideOpen, children }: WorkspaceProps) {
  const chats = useChats(viewer.id, list, renderedAt, works(viewer.role));
  const navigation = useNavigation();
  const side = useSideBar(sideOpen);
  const { setSheetOpen } = side;
  const closeSheet = useCallback(() => setSheetOpen(false), [setSheetOpen]);
  const { toast, tell, close } = useToast(closeSheet);
  const value = { ...chats, ...navigation, viewer, side, tell };
  return (
    <Context.Provider value={value}>
      {children}
      <Toast message={toast} closeLabel={say('finding.toast.close')} onClose={close} />
    </Context.Provider>
  );
}

/** @param onOffer called before a message with an action is shown: closes what covers the page and would block it */
function useToast(onOffer: () => void) {
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const close = useCallback(() => setToast(null), []);
  const tell = useCallback(
    (words: string, action?: ToastMessage['action']) => {
      const press = () => {
        setToast(null);
        action?.run();
      };
      const takesFocus = action !== undefined && isGoing(document.activeElement);
      if (action) onOffer();
      const closing = action && { ...action, run: press };
      setToast((before) => ({
        id: (before?.id ?? 0) + 1,
        words,
        ...(closing && { action: closing }),
        takesFocus,
      }));
    },
    [onOffer],
  );
  return { toast, tell, close };
}

/** The focus is on nothing, or in a dialog that is about to close. */
function isGoing(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.closest('dialog') !== null;
}

/** The old view stays until the new one is there; the side bar marks the new one at once. */
function useNavigation() {
  const router = useRouter();
  const shown = usePathname();
  const [target, setTarget] = useState(shown);
  const [isLeaving, startTransition] = useTransition();
  /** After navigation from the palette or the sheet nothing has the focus any more: the new page takes it. */
  const takesFocus = useRef(false);
  useEffect(() => {
    if (isLeaving || !takesFocus.current) return;
    takesFocus.current = false;
    const main = document.getElementById('main');
    // The view itself may already have focused a better element.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [isLeaving]);
  const goTo = (path: string, withFocus = false) =>
    leave(() => {
      takesFocus.current = withFocus;
      setTarget(path);
      startTransition(() => router.push(path));
    });
  return { path: isLeaving ? target : shown, isLeaving, goTo };
}

const A_YEAR_S = 31_536_000;

/** Stored in a cookie, so that the server renders the first page correctly. */
function useSideBar(initiallyOpen: boolean): SideBarState {
  const [isOpen, setIsOpen] = useState(initiallyOpen);
  const [isSheetOpen, setSheetOpen] = useState(false);
  return useMemo(() => {
    const setOpen = (open: boolean) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
      document.cookie = `amber-side=${open ? 'open' : 'closed'}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
      setIsOpen(open);
    };
    return { isOpen, setOpen, isSheetOpen, setSheetOpen };
  }, [isOpen, isSheetOpen]);
}
