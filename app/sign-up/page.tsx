/** Making an account: for the first person of a deployment, and for those whose mailed link brings them here. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { SignUp } from '@/components/sign-in/sign-up';
import { getCaller } from '@/lib/auth/session';
import { signUpOffer } from '@/lib/http/sign-up-request';

export const metadata: Metadata = { title: 'Sign up · Amber' };

interface SignUpPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  if (await getCaller(await headers())) redirect('/');
  const { invitation } = await searchParams;
  return <SignUp offer={await signUpOffer(typeof invitation === 'string' ? invitation : null)} />;
}
