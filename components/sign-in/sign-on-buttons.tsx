'use client';
/** A button for each provider for signing in. */
import { type SignOnOffer, signOnPath } from '@/lib/single-sign-on/sign-on-view';
import { buttonClass } from '../ui/button';
import { say } from '../words/say';

export function SignOnButtons({ offers, target }: { offers: readonly SignOnOffer[]; target: string }) {
  if (offers.length === 0) return null;
  return (
    <div className="mt-[18px] flex flex-col gap-2">
      {offers.map(({ id, name }) => (
        <a
          key={id}
          href={signOnPath(id, { target })}
          className={buttonClass('outline', 'h-auto min-h-11 py-2 text-center md:h-auto')}
        >
          {say('sign-on.with', { name })}
        </a>
      ))}
      <p className="mt-2 text-13 text-muted">{say('sign-on.or')}</p>
    </div>
  );
}
