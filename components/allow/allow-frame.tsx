/** The frame of every page on which a client is let in: it offers no other action. */
import type { ReactNode } from 'react';
import { Logo } from '@/components/ui/logo';

export function AllowFrame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[640px] flex-col justify-center px-4 py-8 sm:px-6">
      <Logo />
      {children}
    </main>
  );
}
