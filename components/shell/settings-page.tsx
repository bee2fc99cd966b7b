'use client';
/** The frame of all settings and overviews besides the chats: navigation, one heading, an introduction. */
import { ChevronDown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useId, useRef, useState } from 'react';
import { onEscape } from '@/components/shown/on-escape';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { type PlaceName, placesFor } from './hands/places';
import { Page } from './page';
import { ToDecide } from './to-decide';
import { useToolsToLookAt } from './use-tools-to-look-at';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

interface SettingsPageProps {
  name: PlaceName;
  /** The introduction below the heading. */
  intro?: ReactNode;
  children: ReactNode;
}

export function SettingsPage({ name, intro, children }: SettingsPageProps) {
  return (
    <Page title={say(`place.${name}`)} beside={<SettingsNav />}>
      <h2 className="font-semibold text-24">{say(`settings.${name}.heading`)}</h2>
      {intro && <p className="mt-1.5 max-w-prose text-16 text-muted">{intro}</p>}
      {children}
    </Page>
  );
}

/**
 * Beside the page; on narrow screens above it and folded, since so many entries would push the page itself out of view.
 */
function SettingsNav() {
  const { viewer } = useWorkspace();
  const here = usePathname();
  const toolsToLookAt = useToolsToLookAt();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const places = placesFor(viewer);
  const hasServers = places.some(({ place }) => place === 'servers');
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <nav
      aria-label={say('settings.nav')}
      className="mb-5 shrink-0 lg:mb-0 lg:w-44"
      onKeyDown={isOpen ? onEscape(close) : undefined}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
        className="flex h-11 w-full items-center gap-2 rounded-control border border-edge bg-raised px-3 text-14 text-ink hover:bg-soft md:h-10 lg:hidden"
      >
        <span className="font-medium">{say('settings.all')}</span>
        {hasServers && !isOpen && <ToDecide count={toolsToLookAt} testId="among-settings" />}
        <Icon of={ChevronDown} className={classes('ml-auto shrink-0 text-muted', isOpen && 'rotate-180')} />
      </button>
      <ul
        id={list}
        className={classes(
          'mt-1 grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-1 rounded-table border bg-raised p-1',
          'lg:sticky lg:top-0 lg:mt-0 lg:flex lg:flex-col lg:gap-0.5 lg:rounded-none lg:border-0 lg:bg-transparent lg:p-0',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {places.map(({ path, name, place }) => (
          <li key={path} className="min-w-0">
            <WorkspaceLink
              href={path}
              aria-current={here === path ? 'page' : undefined}
              className={classes(
                'flex min-h-11 items-center gap-2 rounded-control px-2 text-14 md:min-h-9 md:px-3',
                here === path ? 'bg-active font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              <span className="min-w-0 flex-1 hyphens-auto break-words">{name}</span>
              {place === 'servers' && <ToDecide count={toolsToLookAt} testId="tools-to-look-at" />}
            </WorkspaceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
