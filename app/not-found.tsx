/** An address that leads nowhere. */
import type { Metadata } from 'next';
import { buttonClass } from '@/components/ui/button';
import { sayOnServer } from './language';

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${await sayOnServer('missing.title')} · Amber` };
}

export default async function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-column flex-col items-start justify-center px-4">
      <h1 className="text-24 font-semibold">{await sayOnServer('missing.page')}</h1>
      <p className="mt-1.5 text-16 text-muted">{await sayOnServer('missing.page.why')}</p>
      {/* No router link: every page would load its code for this one. */}
      <a href="/" className={buttonClass('outline', 'mt-6')}>
        {await sayOnServer('missing.go-to-chats')}
      </a>
    </main>
  );
}
