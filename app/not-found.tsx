/** An address that leads nowhere. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { buttonClass } from '@/components/ui/button';

export const metadata: Metadata = { title: 'Not found · Amber' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-column flex-col items-start justify-center px-4">
      <h1 className="text-24 font-semibold">There is nothing here</h1>
      <p className="mt-1.5 text-16 text-muted">The address is wrong or the page is gone.</p>
      <Link href="/" className={buttonClass('outline', 'mt-6')}>
        Go to the chats
      </Link>
    </main>
  );
}
