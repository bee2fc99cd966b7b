'use client';
/**
 * Images, sounds and files of a result, in the words of the app: whose they are, how large, and that they are not ours.
 * Their bytes come only from our own route, and only when somebody looks at them.
 */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { currentIntl, say, sayWith } from '@/components/words/say';
import type { ShownMedia } from '../shown-media';
import { ResultPicture } from './result-picture';

/** Whose result it is. */
export interface Origin {
  /** The call's name on its row. */
  name: string;
  server: string;
  /** The server is vouched for. */
  trusted: boolean;
}

/** How many are shown without being asked for. */
const FIRST = 4;

export function ResultMedia({ media, origin }: { media: readonly ShownMedia[]; origin: Origin }) {
  const [all, setAll] = useState(false);
  const shown = all ? media : media.slice(0, FIRST);
  return (
    <div data-testid="result-media" className="mt-1.5 mb-2 min-w-0 space-y-3">
      {shown.map((one) => (
        <MediaView key={one.address} media={one} origin={origin} />
      ))}
      {shown.length < media.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-7 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 max-md:min-h-11"
        >
          {say('media.show-all', { count: media.length })}
        </button>
      )}
    </div>
  );
}

export function MediaView({ media, origin }: { media: ShownMedia; origin: Origin }) {
  const { server, trusted } = origin;
  const said = { name: visibleString(origin.name), server: visibleString(server) };
  return (
    <figure data-testid="media" data-type={media.type} className="min-w-0">
      {media.type === 'image' && <ResultPicture picture={media} label={say('media.picture', said)} />}
      {media.type === 'audio' && <Sound sound={media} label={say('media.sound', said)} />}
      <figcaption className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 text-12 text-muted">
        <a
          href={media.address}
          download={media.name}
          aria-label={say('media.download', { name: visibleString(media.name) })}
          className="inline-flex min-w-0 items-center gap-1.5 text-ink-2 underline decoration-edge underline-offset-2 hover:decoration-ink max-md:min-h-11"
        >
          <Download aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
          <span className="wrap-anywhere min-w-0">
            <ShownText text={media.name} />
          </span>
        </a>
        <span className="min-w-0 break-words">
          {sayWith(trusted ? 'media.from' : 'media.from-unvouched', {
            facts: () => <ShownText text={factsOf(media)} />,
            server: () => <ShownText text={server} />,
          })}
        </span>
      </figcaption>
    </figure>
  );
}

function Sound({ sound, label }: { sound: ShownMedia; label: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="text-13 text-muted">{say('media.no-sound')}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a server sends a sound without its words, and nobody here knows them
    <audio
      controls
      preload="none"
      src={sound.address}
      aria-label={label}
      onError={() => setFailed(true)}
      className="block h-11 w-full max-w-md"
    />
  );
}

/** "1,280 × 720 pixels, 67 kB"; for a file its type, or what its server claims. */
function factsOf({ type, mimeType, said, width, height, tooLarge, size }: ShownMedia): string {
  const isUnknown = mimeType === 'application/octet-stream';
  const kind =
    type === 'file' ? (isUnknown ? said && say('media.said', { said }) : kindOf(mimeType)) : undefined;
  const sides = width && height && say('media.pixels', { width, height });
  const facts = [kind, sides, tooLarge && say('media.too-large'), size !== undefined && sizeWords(size)];
  return facts.filter((fact) => typeof fact === 'string' && fact !== '').join(', ');
}

/** "67 kB", "1.2 MB". */
function sizeWords(bytes: number): string {
  const [amount, unit] =
    bytes < 1000
      ? [bytes, 'byte']
      : bytes < 999_500
        ? [Math.round(bytes / 1000), 'kilobyte']
        : [bytes / 1_000_000, 'megabyte'];
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return amount.toLocaleString(currentIntl(), { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
}

function kindOf(mimeType: string): string | undefined {
  if (mimeType === 'application/pdf') return 'PDF';
  return /^image\/(?:png|jpeg|gif|webp)$/.test(mimeType) ? say('media.kind.picture') : undefined;
}
