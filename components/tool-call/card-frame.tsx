/** The frame of every card: its yellow ground, its head, its sections, and the looks of values. */
import type { ReactNode } from 'react';
import { KnownServerIcon } from '@/components/shown/server-icon';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { sayWith } from '@/components/words/say';
import type { RowLooks } from './tool-input';

/** A container: the card's own width, even beside a side bar, decides the position of its foot. */
export const CARD_FRAME =
  '@container relative min-w-0 rounded-card border border-card-edge bg-card p-4 pt-[13px] pl-[46px] text-card-ink max-md:p-3.5';

/** A button that decides nothing. */
export const SMALL_BUTTON =
  'min-h-7 rounded-badge border border-card-ink px-2.5 font-medium text-13 text-card-ink max-md:min-h-11';
/** A button for a rare action. */
export const RARE_BUTTON =
  'flex min-h-7 items-center text-13 text-card-ink-2 underline underline-offset-2 hover:text-card-ink max-md:min-h-11';
export const CARD_BUTTON =
  'min-h-10 rounded-control border border-quiet-edge bg-quiet px-4 font-semibold text-14 text-ink disabled:border-dashed max-md:min-h-11';

export const ON_CARD: RowLooks = {
  list: '',
  row: 'flex flex-wrap gap-x-3 py-0.5 max-md:gap-x-2',
  name: 'w-[128px] hyphens-auto shrink-0 text-13 text-card-ink-2 max-md:w-[90px]',
  value: 'min-w-0 flex-1 text-14 text-card-ink',
  button: 'border-card-ink text-card-ink',
};

/** The position of a card's icon: to the left of everything else; on phones before the title. */
export const CARD_ICON = 'absolute top-[15px] left-4 text-wait max-md:static max-md:mt-0.5 max-md:shrink-0';

interface CardHeaderProps {
  icon: ReactNode;
  title: ReactNode;
  /** What the title names, for a note about hidden characters in it. */
  name: string;
  server: string;
  /** The tool's bare name, if it is about one. */
  tool?: string | undefined;
  trusted: boolean;
  /** The text below the title. */
  children: ReactNode;
}

export function CardHeader({ icon, title, name, server, tool, trusted, children }: CardHeaderProps) {
  return (
    <header>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <div className="flex min-w-0 flex-auto gap-x-2.5">
          {icon}
          <h3 className="wrap-anywhere min-w-0 self-baseline font-semibold text-16 text-card-ink leading-6">
            {title}
          </h3>
        </div>
        <p className="text-13 text-card-ink-2">
          {/* An image chosen by a stranger might pose as a mark of ours. */}
          {trusted && (
            <KnownServerIcon server={server} tool={tool} className="mr-1.5 inline-block align-[-3px]" />
          )}
          {sayWith(trusted ? 'card.server-trusted' : 'card.server-untrusted', {
            server: () => <ShownText text={server} />,
          })}
        </p>
      </div>
      <HiddenNote text={name} />
      <HiddenNote text={server} />
      <p className="mt-0.5 max-w-[34rem] break-words text-14 text-card-ink max-md:mt-1">{children}</p>
    </header>
  );
}

/** A tool by its name: for an untrusted server the bare name. */
export function ToolName({ name, trusted }: { name: string; trusted: boolean }) {
  return (
    <span className={trusted ? '' : 'font-mono text-[0.93em]'}>
      <ShownText text={name} />
    </span>
  );
}

interface CardSectionProps {
  title: ReactNode;
  children: ReactNode;
}

export function CardSection({ title, children }: CardSectionProps) {
  return (
    <section className="mt-[11px] border-card-line border-t pt-[11px] text-card-ink-2 max-md:mt-2 max-md:pt-2">
      <h4 className="mb-1 font-medium text-12">{title}</h4>
      {children}
    </section>
  );
}
