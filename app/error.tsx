'use client';
/** A page outside the shell, or the shell itself, that failed to render. */
import { Failure } from '@/components/ui/failure';

export default function PageError({ reset }: { reset: () => void }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Failure level={1} onRetry={reset} />
    </div>
  );
}
