'use client';
/**
 * One image of a result: in a frame whose size is known beforehand, so that nothing jumps, and loaded only when it is
 * near. Animations can be stopped, and do not start if the reader prefers reduced motion.
 */
import { useEffect, useState } from 'react';
import { say } from '@/components/words/say';
import type { ShownMedia } from '../shown-media';

interface ResultPictureProps {
  picture: ShownMedia;
  /** Its description for people who do not see it: the app's words. */
  label: string;
}

export function ResultPicture({ picture, label }: ResultPictureProps) {
  const [failed, setFailed] = useState(false);
  const [moves, setMoves] = useState(!picture.animated);
  useEffect(() => {
    if (picture.animated) setMoves(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, [picture.animated]);
  if (failed) return <p className="text-13 text-muted">{say('media.no-picture')}</p>;
  return (
    <>
      {moves ? (
        <a
          href={picture.address}
          target="_blank"
          rel="noreferrer noopener"
          className="block w-fit max-w-full rounded-table"
        >
          {/* biome-ignore lint/performance/noImgElement: nothing may make another picture of it on the way */}
          <img
            src={picture.address}
            alt={say('media.opens', { label })}
            width={picture.width}
            height={picture.height}
            loading="lazy"
            decoding="async"
            onError={() => setFailed(true)}
            className="h-auto max-h-96 w-auto max-w-full rounded-table border border-line bg-paper"
          />
        </a>
      ) : (
        <p className="text-13 text-muted">{say('media.moving')}</p>
      )}
      {picture.animated && (
        <button
          type="button"
          onClick={() => setMoves(!moves)}
          className="mt-1.5 min-h-7 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 max-md:min-h-11"
        >
          {moves ? say('media.hide-moving') : say('media.show-moving')}
        </button>
      )}
    </>
  );
}
