'use client';
/** Parts of a result that are located elsewhere: a document's text, and links, which only a click opens. */
import { useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { AddressNote, HiddenNote, ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { later } from '@/components/ui/later';
import { say } from '@/components/words/say';
import { shownLink } from './shown-link';

const ReadLink = later(() => import('./read-link').then((part) => part.ReadLink));

export function ResultDocument({ uri, text }: { uri: string; text: string }) {
  return (
    <div data-testid="result-document" className="min-w-0 text-13 text-ink">
      {uri !== '' && (
        <p className="wrap-anywhere mb-0.5 font-mono text-12 text-muted">
          <ShownText text={uri} />
        </p>
      )}
      {text === '' ? (
        <p className="text-muted">{say('result.empty-document')}</p>
      ) : (
        <LongText text={text} name={visibleString(uri) || say('result.document')} roomy />
      )}
    </div>
  );
}

interface ResultLinkProps {
  uri: string;
  name: string;
  about: string | null;
  /** The id with which it can be read here; null: it cannot be. */
  at: string | null;
}

/** Its name is its server's word, so the host is shown beside it; anything but a web address is only mentioned. */
export function ResultLink({ uri, name, about, at }: ResultLinkProps) {
  const link = webLink(uri, name);
  return (
    <div data-testid="result-link" className="min-w-0 break-words text-13 text-ink">
      {link ? (
        <a
          href={link.href}
          target="_blank"
          rel="noreferrer noopener"
          className="wrap-anywhere underline decoration-edge underline-offset-2 hover:decoration-ink max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          <ShownText text={link.deceptive ? link.href : name} />
        </a>
      ) : (
        <ShownText text={name} />
      )}
      {link?.note && !link.deceptive && (
        <span className="wrap-anywhere ml-1.5 font-mono text-12 text-muted">({link.note})</span>
      )}
      {!link && name !== uri && (
        <span className="wrap-anywhere ml-1.5 font-mono text-12 text-muted">
          <ShownText text={uri} />
        </span>
      )}
      {about !== null && (
        <p className="text-12 text-muted">
          <ShownText text={about} />
        </p>
      )}
      <HiddenNote text={name} />
      <AddressNote text={uri} />
      {at !== null && <OpensHere at={at} name={name} />}
    </div>
  );
}

/** Its server is asked for it only when this is clicked. */
function OpensHere({ at, name }: { at: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={say('link.open-named', { name: visibleString(name) })}
        onClick={() => setIsOpen(true)}
        className="block text-12 text-ink-2 underline decoration-edge underline-offset-2 hover:text-ink max-md:min-h-11 print:hidden"
      >
        {say('link.open')}
      </button>
      {isOpen && <ReadLink at={at} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function webLink(uri: string, name: string) {
  const link = shownLink(uri, name);
  return link && /^https?:/.test(link.href) ? link : null;
}
