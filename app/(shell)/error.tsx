'use client';
/** Shown for a view inside the shell that failed to render. */
import { FailedView } from '@/components/shell/instead/instead';

export default function ViewError({ reset }: { reset: () => void }) {
  return <FailedView onRetry={reset} />;
}
