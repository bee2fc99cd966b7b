/** A sign-in with a company's own provider failed: why, and a link back. */
import type { Metadata } from 'next';
import { SignOnFailedPage } from '@/components/sign-in/sign-on-failed';
import { SIGN_ON_PROBLEMS } from '@/lib/single-sign-on/sign-on-view';
import { sayOnServer } from '../../language';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('sign-on.failed.title')} · Amber` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function FailedPage({ searchParams }: Props) {
  const { why } = await searchParams;
  // Only our own words are shown, whatever is in the address.
  return <SignOnFailedPage problem={SIGN_ON_PROBLEMS.find((one) => one === why) ?? 'not-begun'} />;
}
