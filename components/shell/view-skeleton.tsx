/** Covers a view while the next one takes long to load. */

import { say } from '@/components/words/say';
export function ViewSkeleton() {
  return (
    <div className="absolute inset-0 z-10 bg-page" role="status">
      <span className="sr-only">{say('shell.opening')}</span>
      <div className="h-[52px] border-b" />
      <div className="mx-auto flex max-w-column animate-pulse flex-col gap-4 px-4 pt-5 md:max-w-[728px] md:px-6">
        <div className="h-[42px] w-56 self-end rounded-message bg-soft" />
        <div className="h-4 w-3/4 rounded-badge bg-soft" />
        <div className="h-4 w-2/3 rounded-badge bg-soft" />
        <div className="h-32 w-full rounded-table bg-soft" />
      </div>
    </div>
  );
}
