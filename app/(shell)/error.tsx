'use client';
/** A view inside the shell that could not be made: the side bar stays, so one can go elsewhere. */
import { TopBar } from '@/components/shell/top-bar';
import { Failure } from '@/components/ui/failure';
import { say } from '@/components/words/say';

export default function ViewError({ reset }: { reset: () => void }) {
  return (
    <>
      <TopBar title={say('failure.title')} />
      <Failure level={2} onRetry={reset} />
    </>
  );
}
