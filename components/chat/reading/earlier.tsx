'use client';
/** Access to older messages, at the top of a conversation that at first shows only its newest part. */
import { ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { Icon } from '../../ui/icon';
import type { Earlier } from '../earlier-messages';
import { messageIn } from './places';

/** Older messages are loaded when the reader is this close to the beginning, in pixels. */
const NEAR = 800;
/** The reader follows new text when this close to the end, in pixels. */
const AT_END = 100;

export interface EarlierProps {
  earlier: Earlier;
  /** Ids of the messages in which something waits, shown or not; oldest first. */
  waitsIn: readonly string[];
  /** Adds one more page before what is shown. */
  onEarlier: () => Promise<boolean>;
  /** The same until this message is shown; returns whether it is. */
  onReach: (id: string) => Promise<boolean>;
}

type Place = RefObject<HTMLElement | null>;

interface BeginningProps extends Pick<EarlierProps, 'earlier' | 'onEarlier'> {
  place: Place;
  messages: readonly AmberMessage[];
  /** The reader is not at the end, and must not be pulled there. */
  onReading: () => void;
}

/** Loads older messages when the reader comes near, and on click. It keeps the same height as long as it is there. */
export function Beginning({ earlier, onEarlier, place, messages, onReading }: BeginningProps) {
  const slot = useRef<HTMLDivElement>(null);
  const hadMore = useRef(earlier !== 'all');
  const first = messages[0]?.id;
  useKeptPlace(place, first, onReading);
  useEffect(() => {
    if (earlier !== 'more' || !slot.current || !first) return;
    const nearing = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        if (isAway(place.current)) onReading();
        void onEarlier();
      },
      { root: place.current, rootMargin: `${NEAR}px 0px 0px 0px` },
    );
    nearing.observe(slot.current);
    return () => nearing.disconnect();
  }, [earlier, onEarlier, onReading, place, first]);
  const press = async () => {
    await onEarlier();
    // The clicked button may be gone.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  };
  if (!hadMore.current && earlier === 'all') return null;
  hadMore.current = true;
  return (
    <div ref={slot} className="mb-4 flex min-h-11 items-center justify-center text-13 text-muted">
      {earlier === 'all' ? (
        <p>{say('chat.begins')}</p>
      ) : (
        <button
          type="button"
          onClick={press}
          aria-busy={earlier === 'loading'}
          className="h-11 rounded-control border border-edge bg-raised px-3.5 font-medium text-ink-2 hover:text-ink md:h-9"
        >
          {earlier === 'failed' ? say('chat.earlier-failed') : say('chat.earlier')}
        </button>
      )}
    </div>
  );
}

function isAway(place: HTMLElement | null): boolean {
  return place !== null && place.scrollHeight - place.clientHeight - place.scrollTop > AT_END;
}

/** The visible text stays in place while older messages are added above. */
function useKeptPlace(place: Place, first: string | undefined, onReading: () => void): void {
  const known = useRef(first);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = first;
    const { current } = place;
    if (!current || !before || !first || before === first) return;
    const [was, now] = [messageIn(current, before), messageIn(current, first)];
    if (!was || !now) return;
    // Browsers with scroll anchoring would move it twice; and at the very beginning none anchors.
    current.style.overflowAnchor = 'none';
    current.scrollTop += was.offsetTop - now.offsetTop;
    requestAnimationFrame(() => requestAnimationFrame(() => current.style.removeProperty('overflow-anchor')));
    if (isAway(current)) onReading();
  }, [place, first, onReading]);
}

interface FurtherUpProps
  extends Pick<EarlierProps, 'waitsIn' | 'onReach'>,
    Pick<BeginningProps, 'place' | 'messages' | 'onReading'> {}

/**
 * Leads to something that waits for a person in a message not shown yet. Above everything else, so that it covers no
 * card.
 */
export function FurtherUp({ waitsIn, onReach, place, messages, onReading }: FurtherUpProps) {
  const [target, setTarget] = useState<string | null>(null);
  const there = waitsIn.findLast((id) => !messages.some((message) => message.id === id));
  useEffect(() => {
    const { current } = place;
    const found = current && target !== null && messages.length > 0 && messageIn(current, target);
    if (!found) return;
    setTarget(null);
    onReading();
    found.scrollIntoView({ block: 'start' });
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }, [target, place, messages, onReading]);
  if (there === undefined) return null;
  const go = async () => setTarget((await onReach(there)) ? there : null);
  return (
    <button
      type="button"
      onClick={go}
      className="flex h-11 w-full shrink-0 items-center justify-center gap-2 border-b bg-side px-4 font-medium text-13 text-ink-2 hover:bg-hover hover:text-ink md:h-9"
    >
      <Icon of={ArrowUp} className="shrink-0 text-wait" />
      {say('chat.further-up')}
    </button>
  );
}
