'use client';
/** What the approvals can be looked at as: what waits, what was decided and, for admins, how often it asks. */
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { classes } from '@/components/ui/classes';
import { ATTENTION, addressOf, type Looking } from './looking';

interface TabsProps {
  here: Looking['tab'] | 'attention';
  /** What the lists are narrowed to, and stay. */
  looking?: Looking;
}

export function Tabs({ here, looking }: TabsProps) {
  const { viewer } = useWorkspace();
  const tabs: { tab: TabsProps['here']; name: string; href: string }[] = [
    { tab: 'waiting', name: 'Waiting', href: addressOf({ ...looking, tab: 'waiting' }) },
    { tab: 'decided', name: 'Decided', href: addressOf({ ...looking, tab: 'decided' }) },
  ];
  if (viewer.role === 'admin') tabs.push({ tab: 'attention', name: 'How often', href: ATTENTION });
  return (
    <nav aria-label="Approvals" className="mb-5 flex w-fit rounded-control bg-soft p-0.5 text-13">
      {tabs.map(({ tab, name, href }) => (
        <Choice key={tab} href={href} isHere={here === tab}>
          {name}
        </Choice>
      ))}
    </nav>
  );
}

interface ChoiceProps {
  href: string;
  isHere: boolean;
  children: string;
}

/** One of a few views beside each other. */
export function Choice({ href, isHere, children }: ChoiceProps) {
  return (
    <WorkspaceLink
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex h-10 items-center whitespace-nowrap rounded-badge px-3.5 md:h-7',
        isHere ? 'bg-chosen font-medium text-ink ring-1 ring-line dark:ring-0' : 'text-muted hover:text-ink',
      )}
    >
      {children}
    </WorkspaceLink>
  );
}
