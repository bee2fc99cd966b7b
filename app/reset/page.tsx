/**
 * The target of a mailed link: choosing a new password. Its secret is in the fragment, which only the browser reads.
 */
import type { Metadata } from 'next';
import { Reset } from '@/components/sign-in/reset';
import { sayOnServer } from '../language';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('reset.title')} · Amber` };
}

export default function ResetPage() {
  return <Reset />;
}
