'use client';
/** Signing in: with one click as somebody of the demo company, or with address and password. */
import { useState } from 'react';
import { ApiError, request, wordsOf } from '@/components/api/api';
import { classes } from '../ui/classes';
import { Logo } from '../ui/logo';
import { useHydrated } from '../ui/use-hydrated';
import { LanguageLinks } from '../words/language-links';
import { say } from '../words/say';
import { type DemoAccount, DemoAccounts } from './demo-accounts';
import { SignInForm } from './sign-in-form';

export interface SignInProps {
  /** Null: no demo here. */
  demo: { accounts: readonly DemoAccount[]; password: string } | null;
  /** Path to open afterwards. */
  target: string;
}

export function SignIn({ demo, target }: SignInProps) {
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
        <SignInForm
          isBusy={signIn.isBusy}
          problem={signIn.problemOf('form')}
          onSubmit={(email, password) => signIn.as('form', email, password)}
        />
      </div>
      <LanguageLinks />
    </main>
  );
}

type Half = 'demo' | 'form';

/** One attempt at a time; what went wrong stands in the half from which it was made. */
function useSignIn(target: string) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ half: Half; text: string } | null>(null);
  const as = async (half: Half, email: string, password: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await request('POST', '/api/auth/sign-in/email', { email, password });
      // A whole new page: nothing of who was here before stays in memory.
      // What stands behind a `#` is not in `target`: the browser alone has it, such as from a mailed link.
      window.location.assign(target.includes('#') ? target : target + window.location.hash);
    } catch (error) {
      setProblem({ half, text: refusalWords(error) });
      setBusy(false);
    }
  };
  const problemOf = (half: Half) => (problem?.half === half ? problem.text : null);
  return { as, isBusy, problemOf };
}

function refusalWords(error: unknown): string {
  if (!(error instanceof ApiError)) return wordsOf(error);
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
