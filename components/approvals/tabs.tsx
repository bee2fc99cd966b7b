'use client';
/** The views of the approvals: pending, decided and, for admins, how often people are asked. */
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';
import { ATTENTION, addressOf, type InboxSearch } from './inbox-search';

interface TabsProps {
  here: InboxSearch['tab'] | 'attention';
  /** The filters of the lists, which are kept between tabs. */
  search?: InboxSearch;
}

export function Tabs({ here, search }: TabsProps) {
  const { viewer } = useWorkspace();
  const tabs: { tab: TabsProps['here']; name: string; href: string }[] = [
    { tab: 'waiting', name: say('approvals.waiting'), href: addressOf({ ...search, tab: 'waiting' }) },
    { tab: 'decided', name: say('approvals.decided'), href: addressOf({ ...search, tab: 'decided' }) },
  ];
  if (viewer.role === 'admin')
    tabs.push({ tab: 'attention', name: say('approvals.attention'), href: ATTENTION });
  return (
    <nav
      aria-label={say('approvals.nav')}
      className="mb-5 flex w-fit max-w-full flex-wrap rounded-control bg-soft p-0.5 text-13"
    >
      {tabs.map(({ tab, name, href }) => (
        <TabLink key={tab} href={href} isHere={here === tab}>
          {name}
        </TabLink>
      ))}
    </nav>
  );
}

interface TabLinkProps {
  href: string;
  isHere: boolean;
  children: string;
}

/** A tab that leads to one of several views. */
export function TabLink({ href, isHere, children }: TabLinkProps) {
  return (
    <WorkspaceLink
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex h-10 items-center whitespace-nowrap rounded-badge px-3.5 max-md:px-2.5 md:h-7',
        isHere ? 'bg-chosen font-medium text-ink ring-1 ring-line dark:ring-0' : 'text-muted hover:text-ink',
      )}
    >
      {children}
    </WorkspaceLink>
  );
}
