'use client';
/** A page that could not be made: what happened, what was not done, the next step. */
import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { Button } from './button';

export interface FailureProps {
  /** Of its heading: 2 where the page has a first one already. */
  level: 1 | 2;
  onRetry: () => void;
}

export function Failure({ level, onRetry }: FailureProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onRetry();
    });
  return (
    <main className="flex min-h-full flex-1 flex-col justify-center px-4 md:px-6">
      <div role="alert" className="mx-auto w-full max-w-column">
        <Heading className="text-24 font-semibold">This page could not be shown</Heading>
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
