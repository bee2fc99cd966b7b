'use client';
/** A view inside the shell failed to render: the side bar stays, so that the person can go elsewhere. */
import { Failure } from '@/components/ui/failure';
import { say } from '@/components/words/say';
import { TopBar } from '../top-bar';

export function FailedView({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <TopBar title={say('failure.title')} />
      <Failure level={2} onRetry={onRetry} />
    </>
  );
}
