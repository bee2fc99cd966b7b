'use client';
/** The signed-in person at the foot of the side bar, with sign-out. */
import {
  Archive,
  ChevronsUpDown,
  History,
  Keyboard,
  LogOut,
  type LucideIcon,
  Server,
  Settings,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { signOut } from '@/components/api/api';
import { Icon } from '@/components/ui/icon';
import { Menu, MenuItem } from '@/components/ui/menu';
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import { forgetDrafts } from './drafts';
import { openHands } from './hands/hands';
import { ToDecide } from './to-decide';
import { useToolsToLookAt } from './use-tools-to-look-at';
import { useWorkspace } from './workspace';

export function AccountMenu() {
  const { viewer } = useWorkspace();
  const [hasFailed, setHasFailed] = useState(false);
  const toolsToLookAt = useToolsToLookAt();
  return (
    <div className="border-t">
      <p role="alert" className="px-4 pt-2 text-13 text-failed empty:hidden">
        {hasFailed ? say('account.not-signed-out') : ''}
      </p>
      <Menu
        label={say('account.label')}
        faceIsName
        align="start"
        face={
          <>
            <span className="min-w-0 flex-1 text-left">
              <span className="block truncate text-13 font-medium leading-[18px] text-ink">
                {viewer.name}
              </span>
              <span className="block truncate text-12 text-muted">
                {say(`role.${viewer.role}`)}, {viewer.team}
              </span>
            </span>
            <ToDecide count={toolsToLookAt} testId="account-waits" />
            <Icon of={ChevronsUpDown} />
          </>
        }
        buttonClass="flex h-[51px] w-full items-center gap-2 px-[18px] text-ink-2 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        {works(viewer.role) && <PageItem icon={Archive} label={say('finding.away.link')} path="/chats" />}
        <PageItem icon={Settings} label={say('place.settings')} path="/settings" />
        {viewer.role === 'admin' && (
          <>
            <PageItem icon={Server} label={say('place.servers')} path="/settings/servers">
              <ToDecide count={toolsToLookAt} testId="tools-to-look-at" />
            </PageItem>
            <PageItem icon={History} label={say('place.activity')} path="/activity" />
          </>
        )}
        <MenuItem onSelect={() => openHands('list')}>
          <Icon of={Keyboard} />
          {say('hands.shortcuts')}
        </MenuItem>
        <MenuItem onSelect={() => signOut(forgetDrafts).catch(() => setHasFailed(true))}>
          <Icon of={LogOut} />
          {say('account.sign-out')}
        </MenuItem>
      </Menu>
    </div>
  );
}

interface PageItemProps {
  icon: LucideIcon;
  label: string;
  path: string;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** A menu item for a page besides the chats. */
function PageItem({ icon, label, path, children }: PageItemProps) {
  const { goTo, side } = useWorkspace();
  return (
    <MenuItem
      onSelect={() => {
        side.setSheetOpen(false);
        goTo(path);
      }}
    >
      <Icon of={icon} />
      <span className="flex-1">{label}</span>
      {children}
    </MenuItem>
  );
}
