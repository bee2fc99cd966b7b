'use client';
/** A page that failed to render: what happened, what was not done, the next step. */
import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { say } from '@/components/words/say';
import { Button } from './button';

export interface FailureProps {
  /** Level of its heading: 2 if the page already has an `h1`. */
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
        <Heading className="text-24 font-semibold">{say('failure.heading')}</Heading>
        <p className="mt-1.5 max-w-prose text-16 text-muted">{say('failure.why')}</p>
        <Button className="mt-6" onClick={retry}>
          {say('try-again.label')}
        </Button>
      </div>
    </main>
  );
}
