'use client';
/** The navigation: a new chat, the list of chats, the account. Beside the page, or a sheet on phones. */
import {
  ChartColumn,
  Gauge,
  History,
  Inbox,
  type LucideIcon,
  PanelLeft,
  Server,
  Settings,
  ShieldCheck,
  SquarePen,
  UserRound,
  X,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { later } from '@/components/ui/later';
import { Logo } from '@/components/ui/logo';
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import { AccountMenu } from './account-menu';
import { ChatList } from './chat-list';
import { type PlaceName, placesFor } from './hands/places';
import { SearchField } from './search/search-field';
import { APPROVALS, ToDecide } from './to-decide';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

const ICONS: Partial<Record<PlaceName, LucideIcon>> = {
  activity: History,
  usage: ChartColumn,
  operation: Gauge,
  servers: Server,
  policy: ShieldCheck,
  account: UserRound,
};

const SearchResults = later(() => import('./search/search-results').then((part) => part.SearchResults));

/** `onHide` closes it. */
export function SideBar({ isSheet = false, onHide }: { isSheet?: boolean; onHide: () => void }) {
  const { viewer } = useWorkspace();
  return (
    <div className="flex h-full flex-col bg-side">
      <div className="flex h-[52px] shrink-0 items-center justify-between pl-[18px] pr-2">
        <Logo />
        <IconButton label={isSheet ? say('chats.close-menu') : say('chats.hide-side')} onClick={onHide}>
          <Icon of={isSheet ? X : PanelLeft} />
        </IconButton>
      </div>
      {works(viewer.role) ? <Chats /> : <Places />}
      <AccountMenu />
    </div>
  );
}

/** The pages for people without chats. */
function Places() {
  const { viewer } = useWorkspace();
  return (
    <nav aria-label={say('shell.places')} className="min-h-0 flex-1 overflow-y-auto px-2 pt-1">
      {placesFor(viewer)
        .toReversed()
        .map(({ path, name, place }) => (
          <PlaceLink key={path} href={path} exact icon={ICONS[place] ?? Settings} name={name} />
        ))}
    </nav>
  );
}

function Chats() {
  const { viewer, toDecide } = useWorkspace();
  const [sought, setSought] = useState('');
  const list = useRef<HTMLDivElement>(null);
  return (
    <nav aria-label={say('hands.chats')} className="flex min-h-0 flex-1 flex-col pt-1">
      {/* Outside the scrolled list, so they stay in reach however many chats there are. */}
      <div className="shrink-0 px-2 pb-1">
        <PlaceLink href="/" icon={SquarePen} name={say('place.new-chat')} />
        {viewer.role !== 'viewer' && (
          <PlaceLink href={APPROVALS} icon={Inbox} name={say('approvals.nav')}>
            <ToDecide count={toDecide} />
          </PlaceLink>
        )}
        <SearchField value={sought} onChange={setSought} results={list} />
      </div>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4 [scrollbar-width:thin]">
        {sought.trim() === '' ? (
          <ChatList />
        ) : (
          <SearchResults q={sought.trim()} onAll={() => setSought('')} />
        )}
      </div>
    </nav>
  );
}

interface PlaceLinkProps {
  href: string;
  icon: LucideIcon;
  name: string;
  /** Not marked as current for the pages below it. */
  exact?: boolean;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

function PlaceLink({ href, icon, name, exact = false, children }: PlaceLinkProps) {
  const { path } = useWorkspace();
  const page = path.split('?')[0] ?? '';
  const isHere = page === href || (!exact && href !== '/' && page.startsWith(`${href}/`));
  return (
    <WorkspaceLink
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex h-11 items-center gap-2.5 rounded-control px-2.5 text-13 md:h-[34px]',
        isHere ? 'bg-active font-medium text-ink' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon of={icon} />
      <span className="flex-1">{name}</span>
      {children}
    </WorkspaceLink>
  );
}
