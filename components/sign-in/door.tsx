/** The frame of the pages before sign-in: one sheet, and a link to the sign-in page. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Logo } from '../ui/logo';
import { LanguageLinks } from '../words/language-links';
import { sayWith } from '../words/say';

interface DoorProps {
  /** The words of the link to the sign-in page. */
  way?: 'forgot.back' | 'sign-up.have-account';
  children: ReactNode;
}

export function Door({ way = 'forgot.back', children }: DoorProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[468px] flex-col justify-center px-4 py-8 sm:px-6">
      <h1>
        <Logo />
      </h1>
      <div className="mt-5 overflow-hidden rounded-message border bg-raised p-5 md:p-8">{children}</div>
      <p className="mt-5 text-13 text-muted">
        {sayWith(way, {
          link: (words) => (
            <Link href="/sign-in" className="underline">
              {words}
            </Link>
          ),
        })}
      </p>
      <LanguageLinks />
    </main>
  );
}
