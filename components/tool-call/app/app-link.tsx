'use client';
/** An address that a page of a server wants to open: shown with its host, and opened only by the person. */
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';

export interface WantedLink {
  url: URL;
  /** Called with whether the person has opened it. */
  answer(isOpened: boolean): void;
}

const BUTTON =
  'min-h-7 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 hover:bg-hover max-md:min-h-11';

export function AppLink({ link: { url, answer } }: { link: WantedLink }) {
  return (
    <div role="status" className="border-line border-t px-3 py-2 text-13 text-ink-2">
      <p className="break-words">
        {sayWith('app.link', { host: () => <strong className="text-ink">{url.host}</strong> })}
      </p>
      <p className="wrap-anywhere mt-0.5 text-12 text-muted">
        <ShownText text={url.href} />
      </p>
      <div className="mt-1.5 flex gap-2">
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={() => answer(true)}
          className={`${BUTTON} inline-flex items-center`}
        >
          {say('app.link-open')}
        </a>
        <button type="button" onClick={() => answer(false)} className={BUTTON}>
          {say('app.link-not')}
        </button>
      </div>
    </div>
  );
}
