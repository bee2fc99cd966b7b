'use client';
/**
 * Sign-ins that the newest answer lacked, right above the composer: a person signs in, comes back, and lets the answer
 * continue with a message of their own. Nothing is sent again automatically.
 */
import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useWorkspace } from '@/components/shell/workspace';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { SignInView } from '@/lib/sign-ins/sign-in-view';
import { GoThere } from './go-there';
import { type Lacking, type Offer, offerOf } from './lacking';
import { loadSignIns } from './sign-ins-api';
import { useBegin } from './use-begin';

interface SignInOffersProps {
  lacking: readonly Lacking[];
  chatId: string | null;
  /** Sends a message of the person's. */
  onGoOn: (text: string) => void;
}

export function SignInOffers({ lacking, chatId, onGoOn }: SignInOffersProps) {
  const signIns = useSignInsNow();
  const offers = lacking.flatMap((one) => {
    const signIn = signIns.find(({ server }) => server === one.server);
    const offer = offerOf(one, signIn);
    return signIn && offer ? [{ signIn, offer }] : [];
  });
  if (offers.length === 0) return null;
  return (
    <ul
      aria-label={say('sign-ins.offers')}
      data-testid="sign-in-offers"
      className="mb-2 max-h-[40dvh] divide-y divide-line overflow-y-auto rounded-table border bg-raised"
    >
      {offers.map(({ signIn, offer }) => (
        <OfferLine
          key={`${signIn.server} ${offer}`}
          signIn={signIn}
          offer={offer}
          chatId={chatId}
          onGoOn={() => onGoOn(say('sign-ins.go-on.words', { server: signIn.server }))}
        />
      ))}
    </ul>
  );
}

interface OfferLineProps {
  signIn: SignInView;
  offer: Offer;
  chatId: string | null;
  onGoOn(): void;
}

function OfferLine({ signIn, offer, chatId, onGoOn }: OfferLineProps) {
  const server = visibleString(signIn.server);
  const { begun, problem, isAsking, begin, leave } = useBegin(signIn.server, chatId);
  return (
    <li data-testid="sign-in-offer" data-server={signIn.server} data-offer={offer} className="px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-52 items-start gap-2.5 text-13 text-ink">
          <Icon of={KeyRound} className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 break-words">
            <ShownText text={wordsOf(offer, signIn)} />
          </span>
        </p>
        {offer === 'in' && (
          <Button look="act" onClick={onGoOn}>
            {say('sign-ins.go-on')}
          </Button>
        )}
        {offer !== 'in' && offer !== 'team' && !begun && (
          <Button look="act" disabled={isAsking} onClick={() => void begin()} className="min-w-0">
            <span className="min-w-0 break-words">
              {say(offer === 'more' ? 'sign-ins.to-more' : 'sign-ins.to', { server })}
            </span>
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere mt-2 text-13 text-failed">
          <ShownText text={problem} />
        </p>
      )}
      {begun && <GoThere server={signIn.server} begun={begun} onLeave={leave} />}
    </li>
  );
}

function wordsOf(offer: Offer, { server, wanted }: SignInView): string {
  switch (offer) {
    case 'in':
      return say('sign-ins.done', { server });
    case 'more':
      return say('sign-ins.offer.more', { server, scopes: wanted.join(', ') });
    case 'over':
      return say('sign-ins.offer.over', { server });
    case 'team':
      return say('sign-ins.offer.team', { server });
    default:
      return say('sign-ins.offer', { server });
  }
}

/** The present sign-ins: loaded again whenever the page gets visible, as after a sign-in in another tab. */
function useSignInsNow(): readonly SignInView[] {
  const { onNews } = useWorkspace();
  const [signIns, setSignIns] = useState<readonly SignInView[]>([]);
  const look = useCallback(() => {
    // If they cannot be loaded now, they are offered later.
    loadSignIns().then(
      (view) => setSignIns(view.signIns),
      () => {},
    );
  }, []);
  useEffect(() => {
    look();
    window.addEventListener('focus', look);
    const forget = onNews((news) => {
      if (news === null || 'servers' in news) look();
    });
    return () => {
      window.removeEventListener('focus', look);
      forget();
    };
  }, [look, onNews]);
  return signIns;
}
