'use client';
/** Why signing in with a company's provider failed. */
import type { SignOnProblem } from '@/lib/single-sign-on/sign-on-view';
import { say } from '../words/say';
import { Door } from './door';

export function SignOnFailedPage({ problem }: { problem: SignOnProblem }) {
  return (
    <Door>
      <h2 className="text-20 font-semibold">{say('sign-on.failed.title')}</h2>
      <p className="mt-3 text-14 text-ink-2">{say(`sign-on.failed.${problem}`)}</p>
    </Door>
  );
}
