'use client';
/** Above every view: its title, its mark, the theme, and a menu. On phones also the button for the side bar. */
import { Ellipsis, Menu as MenuIcon, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Menu, MenuLine } from '@/components/ui/menu';
import { say } from '@/components/words/say';
import { ThemeChoices, ThemeSwitch } from './theme-switch';
import { ToDecideLink } from './to-decide';
import { useWorkspace } from './workspace';

export interface TopBarProps {
  title: string;
  /** Shown to the right of the title. */
  mark?: ReactNode;
  /** Items of the menu above the theme. */
  items?: ReactNode;
}

export function TopBar({ title, mark, items }: TopBarProps) {
  return (
    <header className="flex h-[52px] shrink-0 items-center gap-1 border-b px-1 md:gap-1.5 md:pl-6 md:pr-[13px]">
      <SideBarButtons />
      <h1 className="min-w-0 truncate text-14 font-medium">{title}</h1>
      {/* The mark is never cut off; the title shrinks instead. */}
      <div className="flex shrink-0 grow pl-2">{mark}</div>
      <ToDecideLink />
      <ThemeSwitch className="max-md:hidden" />
      <Menu
        label={say('shell.options')}
        face={<Icon of={Ellipsis} />}
        buttonClass="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover hover:text-ink md:size-[34px]"
      >
        {items}
        {items && <MenuLine />}
        <ThemeChoices />
      </Menu>
    </header>
  );
}

function SideBarButtons() {
  const { side } = useWorkspace();
  return (
    <>
      <IconButton
        label={say('shell.open-menu')}
        className="md:hidden"
        onClick={() => side.setSheetOpen(true)}
      >
        <Icon of={MenuIcon} size={20} />
      </IconButton>
      {!side.isOpen && (
        <IconButton
          label={say('hands.show-side')}
          className="-ml-2.5 max-md:hidden"
          onClick={() => side.setOpen(true)}
        >
          <Icon of={PanelLeft} />
        </IconButton>
      )}
    </>
  );
}
