'use client';
/** Making an account, or why there is none to be made. */
import Link from 'next/link';
import { useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import type { OpenOffer, SignUpOffer } from '@/lib/auth/sign-up-offer';
import { Logo } from '../ui/logo';
import { type SignUpFields, SignUpForm } from './sign-up-form';

const REFUSALS = {
  closed: 'Accounts are made by invitation only. Ask an admin of your team for one.',
  invalid: 'This invitation has run out or was used already. Ask an admin of your team for a new one.',
};

export function SignUp({ offer }: { offer: SignUpOffer }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[468px] flex-col justify-center px-4 py-8 sm:px-6">
      <h1>
        <Logo />
      </h1>
      <div className="mt-5 overflow-hidden rounded-message border bg-raised p-5 md:p-8">
        {offer.kind === 'closed' || offer.kind === 'invalid' ? (
          <p className="text-14">{REFUSALS[offer.kind]}</p>
        ) : (
          <Open offer={offer} />
        )}
      </div>
      <p className="mt-5 text-13 text-muted">
        You have an account?{' '}
        <Link href="/sign-in" className="underline">
          Sign in
        </Link>
      </p>
    </main>
  );
}

function Open({ offer }: { offer: OpenOffer }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async ({ teamName, name, email, password }: SignUpFields) => {
    setBusy(true);
    setProblem(null);
    const body =
      offer.kind === 'first'
        ? { teamName, name, email, password }
        : { invitation: offer.token, ...(!offer.hasAccount && { name }), password };
    try {
      await request('POST', '/api/sign-up', body);
      window.location.assign('/');
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return <SignUpForm offer={offer} isBusy={isBusy} problem={problem} onSubmit={submit} />;
}
