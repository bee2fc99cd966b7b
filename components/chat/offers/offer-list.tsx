'use client';
/**
 * The list above the composer: resources after `@`, prompts after `/`. The text field keeps the focus and says which
 * item is active; arrows move through the list, Enter and Tab choose, Escape closes it. Servers' names for their items
 * are data.
 */
import { Braces, FileText, MessageSquareText } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Announcement } from '@/components/shown/announcement';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { Offer } from '@/lib/offerings/offering-view';
import type { Trigger } from './trigger';
import { type Found, useFound } from './use-found';
import { OFFERS_LIST, type Offering } from './use-offers';

/** Shown at once; further words find the rest. */
const MOST_SHOWN = 50;
const ICONS = { resource: FileText, template: Braces, prompt: MessageSquareText };

const idOf = (place: number) => `${OFFERS_LIST}-${place}`;

interface OfferListProps {
  trigger: Trigger;
  offering: Pick<Offering, 'keys' | 'onActive' | 'close'>;
  onPick: (offer: Offer, trigger: Trigger) => void;
}

export function OfferList({ trigger, offering, onPick }: OfferListProps) {
  const found = useFound(trigger);
  const shown = found.offers.slice(0, MOST_SHOWN);
  const [place, setPlace] = useState(0);
  const at = Math.min(place, shown.length - 1);
  useActive(offering, at, shown.length);
  useKeys(offering, shown, at, setPlace, (offer) => onPick(offer, trigger));
  // Somebody who types beyond all matches is writing a message, and the list disappears.
  if (shown.length === 0 && !found.isLooking && trigger.query !== '' && found.problem === null) return null;
  const label = say(trigger.kind === 'prompts' ? 'offers.prompts' : 'offers.resources');
  return (
    <div
      data-testid="offers"
      className="absolute inset-x-0 bottom-full z-20 mb-2 flex max-h-[min(320px,45dvh)] flex-col overflow-hidden rounded-table border bg-raised shadow-float"
    >
      <p className="px-3 pt-2 pb-1 text-12 text-muted">{label}</p>
      {shown.length > 0 && (
        // It scrolls, so it is focusable; the keys still belong to the text field.
        <div
          id={OFFERS_LIST}
          role="listbox"
          tabIndex={0}
          aria-label={label}
          className="min-h-0 overflow-y-auto px-1"
        >
          {shown.map((offer, nth) => (
            <Option
              // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place in the list
              key={nth}
              id={idOf(nth)}
              offer={offer}
              isActive={nth === at}
              onPick={() => onPick(offer, trigger)}
            />
          ))}
        </div>
      )}
      <Foot found={found} isEmpty={shown.length === 0} />
    </div>
  );
}

/** The text field names the active option, if there is one. */
function useActive({ onActive }: OfferListProps['offering'], at: number, count: number) {
  const tell = useRef(onActive);
  useLayoutEffect(() => {
    tell.current = onActive;
  }, [onActive]);
  useEffect(() => {
    tell.current(count > 0 ? idOf(at) : undefined);
    document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' });
  }, [at, count]);
  useEffect(() => () => tell.current(undefined), []);
}

function useKeys(
  { keys, close }: OfferListProps['offering'],
  shown: readonly Offer[],
  at: number,
  setPlace: (place: number) => void,
  onPick: (offer: Offer) => void,
) {
  useLayoutEffect(() => {
    keys.current = (event: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return false;
      if (key === 'Escape') close();
      else if (key === 'ArrowDown' && shown.length > 0) setPlace((at + 1) % shown.length);
      else if (key === 'ArrowUp' && shown.length > 0) setPlace((at + shown.length - 1) % shown.length);
      else if ((key === 'Enter' || key === 'Tab') && !shiftKey && shown[at]) onPick(shown[at]);
      else return false;
      return true;
    };
    return () => {
      keys.current = null;
    };
  }, [keys, close, shown, at, setPlace, onPick]);
}

interface OptionProps {
  id: string;
  offer: Offer;
  isActive: boolean;
  onPick: () => void;
}

function Option({ id, offer, isActive, onPick }: OptionProps) {
  const { kind, title, server, description, outside } = offer;
  const own = kind === 'resource' ? offer.uri : kind === 'template' ? offer.template : offer.name;
  return (
    // Its keys are those of the text box, which has the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      title={visibleString(own)}
      onClick={onPick}
      // The text field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className={classes(
        'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1.5 text-14 md:min-h-0',
        isActive
          ? 'bg-active text-ink outline-1 outline-edge -outline-offset-1'
          : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon of={ICONS[kind]} size={15} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-ink">
          <ShownText text={title} />
        </span>
        <span className="block truncate text-12">
          <ShownText text={description ?? own} />
        </span>
      </span>
      <span className="max-w-[35%] shrink-0 text-right text-12">
        <span className="block truncate">
          <ShownText text={server} />
        </span>
        {outside && (
          <span className="block truncate" title={say('offers.outside-means')}>
            {say('offers.outside')}
          </span>
        )}
      </span>
    </div>
  );
}

function Foot({ found, isEmpty }: { found: Found; isEmpty: boolean }) {
  const { isLooking, problem, more, silent, offers } = found;
  const lost = silent.filter(({ needsSignIn }) => !needsSignIn).map(({ server }) => visibleString(server));
  const closed = silent.filter(({ needsSignIn }) => needsSignIn).map(({ server }) => visibleString(server));
  const lines = [
    problem,
    isLooking && isEmpty ? say('offers.looking') : null,
    isEmpty && !isLooking && problem === null ? say('offers.none') : null,
    more || offers.length > MOST_SHOWN ? say('offers.more') : null,
    lost.length > 0 ? say('offers.silent', { servers: lost.join(', ') }) : null,
    closed.length > 0 ? say('offers.sign-in', { servers: closed.join(', ') }) : null,
  ].filter((line) => line !== null);
  return (
    <div className="px-3 pt-1 pb-2 text-12 text-muted">
      {lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
      <Announcement
        words={isLooking ? '' : say('offers.found', { count: Math.min(offers.length, MOST_SHOWN) })}
      />
    </div>
  );
}
