'use client';
/** The list of keyboard shortcuts. */
import { X } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { isMac, keysOf, LOCAL_KEYS, SHORTCUTS } from './shortcuts';

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const mac = isMac();
  const rows = [...SHORTCUTS, ...LOCAL_KEYS].map((one) => ({
    keys: keysOf(one, mac),
    words: say(one.words),
  }));
  return (
    <Dialog title={say('hands.shortcuts')} onClose={onClose}>
      {(close) => (
        <>
          <IconButton label={say('hands.close-list')} className="absolute top-4 right-4" onClick={close}>
            <Icon of={X} />
          </IconButton>
          <dl className="mt-3 divide-y divide-line">
            {rows.map(({ keys, words }) => (
              <div key={words} className="flex items-center justify-between gap-4 py-2">
                <dt className="text-14 text-ink-2">{words}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-control border bg-soft px-1.5 py-0.5 font-mono text-12 text-ink"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  );
}
