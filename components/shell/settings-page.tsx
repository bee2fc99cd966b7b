'use client';
/** The frame of everything that is set or looked at beside the chats: where one can go, one heading, what it is about. */
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';
import { type PlaceName, placesFor } from './hands/places';
import { Page } from './page';
import { ToDecide } from './to-decide';
import { useToolsToLookAt } from './use-tools-to-look-at';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

interface SettingsPageProps {
  name: PlaceName;
  /** What the page is about, below its heading. */
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

/** Beside the page; on narrow screens above it, where it scrolls sideways. */
function SettingsNav() {
  const { viewer } = useWorkspace();
  const here = usePathname();
  const toolsToLookAt = useToolsToLookAt();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Where it scrolls sideways, one sees where one is, and that there is more on either side.
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav aria-label={say('settings.nav')} className="shrink-0 lg:w-44">
      <ul
        ref={list}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-3 md:-mx-6 md:px-6 lg:sticky lg:top-0 lg:mx-0 lg:flex-col lg:gap-0.5 lg:px-0"
      >
        {placesFor(viewer).map(({ path, name, place }) => (
          <li key={path} className="shrink-0">
            <WorkspaceLink
              href={path}
              aria-current={here === path ? 'page' : undefined}
              className={classes(
                'flex h-11 items-center gap-2 rounded-control px-3 text-14 md:h-9',
                here === path ? 'bg-active font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              <span className="flex-1">{name}</span>
              {place === 'servers' && <ToDecide count={toolsToLookAt} testId="tools-to-look-at" />}
            </WorkspaceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
