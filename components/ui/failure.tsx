'use client';
/** A page that could not be made: what happened, what was not done, the next step. */
import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { Button } from './button';

export function Failure({ onRetry }: { onRetry: () => void }) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onRetry();
    });
  return (
    <main className="flex min-h-full flex-1 flex-col justify-center px-4 md:px-6">
      <div role="alert" className="mx-auto w-full max-w-column">
        <h1 className="text-24 font-semibold">This page could not be shown</h1>
        <p className="mt-1.5 max-w-prose text-16 text-muted">
          The server had a problem while making it. Nothing was changed, and what runs goes on.
        </p>
        <Button className="mt-6" onClick={retry}>
          Try again
        </Button>
      </div>
    </main>
  );
}
