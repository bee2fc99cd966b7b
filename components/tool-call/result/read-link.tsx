'use client';
/**
 * What a link in a result leads to, as its server returned it when somebody clicked. All of it is data, and stays on
 * this page.
 */
import { useEffect, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { LongText } from '@/components/shown/long-text';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say, sayWith } from '@/components/words/say';
import type { ReadLink as Read, ShownContent } from '@/lib/offerings/offering-view';
import { sizeWords } from '@/lib/values/call-content';

interface ReadLinkProps {
  /** `CALL/PLACE` of the link. */
  at: string;
  name: string;
  onClose: () => void;
}

export function ReadLink({ at, name, onClose }: ReadLinkProps) {
  const { read, problem } = useRead(at);
  return (
    <Dialog
      title={visibleString(name)}
      onClose={onClose}
      className="max-h-[calc(100dvh-32px)] w-[min(680px,calc(100vw-32px))] overflow-y-auto break-words"
    >
      {(close) => (
        <div data-testid="read-link">
          {!read && problem === null && <p className="mt-2 text-13 text-muted">{say('offers.looking')}</p>}
          {problem !== null && (
            <p role="alert" className="mt-2 text-13 text-failed">
              {problem}
            </p>
          )}
          {read && <What read={read} />}
          <div className="mt-5 flex justify-end">
            <Button data-focus onClick={close}>
              {say('link.close')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function What({ read: { server, uri, contents, left } }: { read: Read }) {
  return (
    <>
      <p className="wrap-anywhere mt-1 text-12 text-muted">
        {sayWith('offers.from', { server: () => <ShownText text={server} /> })},{' '}
        <span className="font-mono">
          <ShownText text={uri} />
        </span>
      </p>
      {contents.map((content, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was read does not change
        <Content key={place} content={content} name={uri} />
      ))}
      {contents.length === 0 && <p className="mt-3 text-13 text-muted">{say('link.empty')}</p>}
      {left > 0 && <p className="mt-3 text-12 text-muted">{say('offers.left', { count: left })}</p>}
    </>
  );
}

function Content({ content, name }: { content: ShownContent; name: string }) {
  const { text, cut, picture, mimeType, size } = content;
  if (picture !== undefined) {
    return (
      // biome-ignore lint/performance/noImgElement: these very bytes, which were looked at
      <img
        src={`data:${mimeType};base64,${picture}`}
        alt={visibleString(name)}
        className="mt-3 h-auto max-h-96 w-auto max-w-full rounded-table border border-line bg-paper"
      />
    );
  }
  if (text === undefined) {
    return (
      <p className="mt-3 text-13 text-muted">
        {say('link.file', { type: mimeType ?? '', size: sizeWords(size) ?? '' })}
      </p>
    );
  }
  return (
    <div className="mt-3 text-13 text-ink">
      {text === '' ? (
        <p className="text-muted">{say('result.empty-document')}</p>
      ) : (
        <LongText text={text} name={visibleString(name)} roomy />
      )}
      {cut && <p className="mt-1 text-12 text-muted">{say('link.cut', { count: text.length })}</p>}
    </div>
  );
}

function useRead(at: string): { read: Read | null; problem: string | null } {
  const [state, setState] = useState<{ read: Read | null; problem: string | null }>({
    read: null,
    problem: null,
  });
  useEffect(() => {
    let isThere = true;
    const [call = '', place = ''] = at.split('/').map(encodeURIComponent);
    request<Read>('POST', `/api/calls/${call}/links/${place}`).then(
      (read) => isThere && setState({ read, problem: null }),
      (error) => isThere && setState({ read: null, problem: wordsOf(error) }),
    );
    return () => {
      isThere = false;
    };
  }, [at]);
  return state;
}
