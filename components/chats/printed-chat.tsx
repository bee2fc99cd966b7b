'use client';
/** A chat on a page of its own, for printing: no side bar, black on white. */
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { Snapshot } from '@/lib/chats/snapshot-view';
import { ShownSnapshot } from './shown-snapshot';

export function PrintedChat({ title, messages }: Snapshot) {
  return (
    <main id="main" className="mx-auto max-w-column px-4 py-6 print:max-w-none print:p-0">
      <title>{`${title} · Amber`}</title>
      <div className="mb-6 flex items-start justify-between gap-4">
        <h1 dir="auto" className="min-w-0 break-words text-20 font-semibold">
          {title}
        </h1>
        <Button className="shrink-0 print:hidden" onClick={() => window.print()}>
          {say('finding.print.press')}
        </Button>
      </div>
      <ShownSnapshot messages={messages} />
    </main>
  );
}
