/** Creating an account: for the first person of a deployment, and for people who follow a mailed invitation. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignUp } from '@/components/sign-in/sign-up';
import { signUpOffer } from '@/lib/http/sign-up-request';
import { sayOnServer } from '../language';
import { onwards } from '../signed-in';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('sign-up.page')} · Amber` };
}

interface SignUpPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const place = await onwards('/');
  if (place !== null) redirect(place);
  const { invitation } = await searchParams;
  return <SignUp offer={await signUpOffer(typeof invitation === 'string' ? invitation : null)} />;
}
