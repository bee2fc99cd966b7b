/**
 * The sign-in page: demo accounts with one click if the demo is on, and the form for everybody. The first visitor of a
 * new deployment is redirected to create the team.
 */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { safePath } from '@/components/sign-in/safe-path';
import { SignIn } from '@/components/sign-in/sign-in';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@/db/demo/accounts';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import { signUpOffer } from '@/lib/http/sign-up-request';
import { signOnOffers } from '@/lib/single-sign-on/providers';
import { findMemberMails } from '@/lib/store/people';
import { sayOnServer } from '../language';
import { onwards } from '../signed-in';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('sign-in.title')} · Amber` };
}

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Those that are still in a team: a button of another one would only fail. */
async function demoAccounts() {
  const { db } = await database();
  const mails = await findMemberMails(
    db,
    DEMO_ACCOUNTS.map(({ email }) => email),
  );
  return DEMO_ACCOUNTS.filter(({ email }) => mails.has(email));
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next } = await searchParams;
  const target = safePath(next);
  const place = await onwards(target);
  if (place !== null) redirect(place);
  if ((await signUpOffer(null)).kind === 'first') redirect('/sign-up');
  const accounts = env().demo ? await demoAccounts() : [];
  const demo = accounts.length > 0 ? { accounts, password: DEMO_PASSWORD } : null;
  return <SignIn demo={demo} target={target} offers={signOnOffers()} />;
}
