'use client';
/** Creating an account, or why none can be created. */
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import type { OpenOffer, SignUpOffer } from '@/lib/auth/sign-up-offer';
import { say } from '../words/say';
import { Door } from './door';
import { type SignUpFields, SignUpForm } from './sign-up-form';

export function SignUp({ offer }: { offer: SignUpOffer }) {
  return (
    <Door way="sign-up.have-account">
      {offer.kind === 'closed' || offer.kind === 'invalid' ? (
        <p className="text-14">{say(`sign-up.${offer.kind}`)}</p>
      ) : (
        <Open offer={offer} />
      )}
    </Door>
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
      // Stays busy, so that nothing is pressed again while the next page loads.
      return new Promise<never>(() => {});
    });
  };
  const problem = outcome?.words ?? null;
  return <SignUpForm offer={offer} isBusy={doing !== null} problem={problem} onSubmit={submit} />;
}
