'use client';
/** A view inside the shell that could not be made. */
import { FailedView } from '@/components/shell/instead/instead';

export default function ViewError({ reset }: { reset: () => void }) {
  return <FailedView onRetry={reset} />;
}
