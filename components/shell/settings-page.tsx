'use client';
/** The frame of everything that is set or looked at beside the chats: where one can go, one heading, what it is about. */
import { ChevronRight } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
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
  const isMore = useMoreToTheRight(list);
  return (
    <nav aria-label={say('settings.nav')} className="relative shrink-0 lg:w-44">
      {isMore && (
        <span
          aria-hidden
          className="-right-4 pointer-events-none absolute top-0 z-10 flex h-11 w-9 items-center justify-center border-line border-l bg-page text-ink-2 md:-right-6 md:h-9 lg:hidden"
        >
          <Icon of={ChevronRight} />
        </span>
      )}
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

/** Whether what scrolls sideways goes on to the right of what is seen; known once the page is measured. */
function useMoreToTheRight(list: RefObject<HTMLElement | null>): boolean {
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const look = () => setMore(current.scrollWidth - current.clientWidth - current.scrollLeft > 8);
    look();
    current.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      current.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list]);
  return isMore;
}
