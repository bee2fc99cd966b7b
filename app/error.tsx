'use client';
/** A page outside of the shell, or the shell itself, that could not be made. */
import { Failure } from '@/components/ui/failure';

export default function PageError({ reset }: { reset: () => void }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Failure level={1} onRetry={reset} />
    </div>
  );
}
