'use client';
/** Making an account, or why there is none to be made. */
import Link from 'next/link';
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import type { OpenOffer, SignUpOffer } from '@/lib/auth/sign-up-offer';
import { Logo } from '../ui/logo';
import { LanguageLinks } from '../words/language-links';
import { say, sayWith } from '../words/say';
import { type SignUpFields, SignUpForm } from './sign-up-form';

export function SignUp({ offer }: { offer: SignUpOffer }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[468px] flex-col justify-center px-4 py-8 sm:px-6">
      <h1>
        <Logo />
      </h1>
      <div className="mt-5 overflow-hidden rounded-message border bg-raised p-5 md:p-8">
        {offer.kind === 'closed' || offer.kind === 'invalid' ? (
          <p className="text-14">{say(`sign-up.${offer.kind}`)}</p>
        ) : (
          <Open offer={offer} />
        )}
      </div>
      <p className="mt-5 text-13 text-muted">
        {sayWith('sign-up.have-account', {
          link: (words) => (
            <Link href="/sign-in" className="underline">
              {words}
            </Link>
          ),
        })}
      </p>
      <LanguageLinks />
    </main>
  );
}

function Open({ offer }: { offer: OpenOffer }) {
  const { doing, outcome, act } = useAct();
  const submit = ({ teamName, name, email, password }: SignUpFields) => {
    const body =
      offer.kind === 'first'
        ? { teamName, name, email, password }
        : { invitation: offer.token, ...(!offer.hasAccount && { name }), password };
    void act('', '', async () => {
      await request('POST', '/api/sign-up', body);
      window.location.assign('/');
      // Nothing is pressed again while the next page is on its way.
      return new Promise<never>(() => {});
    });
  };
  const problem = outcome?.words ?? null;
  return <SignUpForm offer={offer} isBusy={doing !== null} problem={problem} onSubmit={submit} />;
}
