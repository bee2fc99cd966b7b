/** For people who have forgotten their password: requests a link by mail. */
import type { Metadata } from 'next';
import { Forgot } from '@/components/sign-in/forgot';
import { env } from '@/lib/env';
import { sayOnServer } from '../language';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('forgot.title')} · Amber` };
}

export default function ForgotPage() {
  return <Forgot mails={env().smtpUrl !== undefined} />;
}
