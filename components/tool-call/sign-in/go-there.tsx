'use client';
/**
 * Shown before somebody leaves for another page to sign in: where that is, and what is asked for there. The person
 * goes, or not.
 */
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import { Button, buttonClass } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { Begun } from './sign-ins-api';

interface GoThereProps {
  server: string;
  begun: Begun;
  onLeave(): void;
}

export function GoThere({ server, begun, onLeave }: GoThereProps) {
  const { url, host, scopes } = begun;
  const shownHost = visibleString(host);
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={say('sign-ins.to', { server: visibleString(server) })}
      data-testid="sign-in-there"
      className="mt-2 rounded-table border border-edge bg-raised px-4 py-4 text-ink"
    >
      <p className="text-13 text-muted">{say('sign-ins.there')}</p>
      <p className="mt-0.5 break-words font-semibold text-20">
        <ShownText text={host} />
      </p>
      <p className="mt-2 max-w-prose break-words text-14 text-ink-2">
        {scopes.length === 0 ? (
          say('sign-ins.there.nothing')
        ) : (
          <ShownText text={say('sign-ins.there.asked', { scopes: scopes.join(', ') })} />
        )}{' '}
        {say('sign-ins.there.means')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href={url}
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          className={buttonClass('act', 'h-auto! min-h-11 min-w-0 py-2 md:min-h-10')}
        >
          <span className="min-w-0 break-words">{say('sign-ins.there.go', { host: shownHost })}</span>
        </a>
        <Button onClick={onLeave}>{say('sign-ins.not-now')}</Button>
      </div>
    </section>
  );
}
