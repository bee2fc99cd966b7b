'use client';
/**
 * Signing in: with one click as a person of the demo company, with address, password and any second factor, or by a
 * passkey.
 */
import { useState } from 'react';
import { ApiError, request, wordsOf } from '@/components/api/api';
import { signWithPasskey } from '@/components/api/passkey';
import type { SignOnOffer } from '@/lib/single-sign-on/sign-on-view';
import { classes } from '../ui/classes';
import { Logo } from '../ui/logo';
import { useHydrated } from '../ui/use-hydrated';
import { LanguageLinks } from '../words/language-links';
import { say } from '../words/say';
import { type DemoAccount, DemoAccounts } from './demo-accounts';
import { FactorForm } from './factor-form';
import { SignInForm } from './sign-in-form';

export interface SignInProps {
  /** Null: there is no demo. */
  demo: { accounts: readonly DemoAccount[]; password: string } | null;
  /** Path to open afterwards. */
  target: string;
  /** Providers by which people can sign in. */
  offers: readonly SignOnOffer[];
}

export function SignIn({ demo, target, offers }: SignInProps) {
  const signIn = useSignIn(target);
  const isHydrated = useHydrated();
  return (
    <main
      className={classes(
        'mx-auto flex min-h-dvh w-full flex-col justify-center px-4 py-8 sm:px-6',
        demo ? 'max-w-[888px]' : 'max-w-[468px]',
      )}
    >
      <h1>
        <Logo />
      </h1>
      <div className={classes('mt-5 grid overflow-hidden rounded-message border', demo && 'md:grid-cols-2')}>
        {demo && (
          <DemoAccounts
            accounts={demo.accounts}
            isBusy={signIn.isBusy || !isHydrated}
            problem={signIn.problemOf('demo')}
            onPick={(account) => signIn.as('demo', account.email, demo.password)}
          />
        )}
        {signIn.begun === null ? (
          <SignInForm
            isBusy={signIn.isBusy}
            offers={offers}
            target={target}
            problem={signIn.problemOf('form')}
            onSubmit={(email, password) => signIn.as('form', email, password)}
            onPasskey={signIn.byPasskey}
          />
        ) : (
          <FactorForm
            {...signIn.begun}
            isBusy={signIn.isBusy}
            problem={signIn.problemOf('form')}
            onCode={signIn.byCode}
            onPasskey={signIn.byPasskey}
            onBack={signIn.back}
          />
        )}
      </div>
      <LanguageLinks />
    </main>
  );
}

type Half = 'demo' | 'form';

/** A sign-in whose password was correct and that needs a second factor. */
interface Begun {
  /** There is an authenticator app. */
  app: boolean;
  /** There is a passkey. */
  passkey: boolean;
}

/** One attempt at a time; an error is shown in the half of the page in which it occurred. */
function useSignIn(target: string) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ half: Half; text: string } | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  /** @param work resolves to the remaining step; null: the person is signed in */
  const attempt = async (half: Half, work: () => Promise<Begun | null>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const asks = await work();
      setBegun(asks);
      if (asks) setBusy(false);
      // A full page load, so that nothing of the previous person stays in memory. The part after `#` is not in
      // `target`: only the browser has it, for example from a mailed link.
      else window.location.assign(target.includes('#') ? target : target + window.location.hash);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SIGN_IN_OVER') setBegun(null);
      setProblem({ half, text: refusalWords(error) });
      setBusy(false);
    }
  };
  const as = (half: Half, email: string, password: string) =>
    attempt(half, async () => {
      const answer = await request<Asked>('POST', '/api/auth/sign-in/email', { email, password });
      const ways = answer.twoFactorMethods ?? [];
      return answer.twoFactorRedirect
        ? { app: ways.includes('totp'), passkey: ways.includes('passkey') }
        : null;
    });
  const byCode = (code: string) =>
    attempt('form', async () => {
      await request('POST', '/api/auth/sign-in/factor', { code });
      return null;
    });
  const byPasskey = () => attempt('form', passkeySignIn);
  const back = () => {
    setBegun(null);
    setProblem(null);
  };
  const problemOf = (half: Half) => (problem?.half === half ? problem.text : null);
  return { as, byCode, byPasskey, back, begun, isBusy, problemOf };
}

/** From better-auth. */
interface Asked {
  twoFactorRedirect?: boolean;
  twoFactorMethods?: string[];
}

async function passkeySignIn(): Promise<null> {
  const options = await request<Parameters<typeof signWithPasskey>[0]>(
    'GET',
    '/api/auth/passkey/generate-authenticate-options',
  );
  const response = await signWithPasskey(options);
  await request('POST', '/api/auth/passkey/verify-authentication', { response });
  return null;
}

const OWN_WORDS = new Map([
  ['WRONG_CODE', 'sign-in.factor.wrong'],
  ['SIGN_IN_OVER', 'sign-in.factor.over'],
  ['PASSKEY_NOT_FOUND', 'sign-in.passkey.unknown'],
  ['AUTHENTICATION_FAILED', 'sign-in.passkey.unknown'],
] as const);

function refusalWords(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'passkey') return wordsOf(error);
  const own = [...OWN_WORDS].find(([code]) => code === error.code)?.[1];
  if (own) return say(own);
  if (error.code === 'SINGLE_SIGN_ON') return error.message;
  switch (error.status) {
    case 400:
    case 401:
      return say('sign-in.wrong');
    case 403:
      return say('sign-in.not-here');
    case 429:
      return say('sign-in.too-many');
    default:
      return say('sign-in.failed', { reason: wordsOf(error) });
  }
}
