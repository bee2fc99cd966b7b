/** What both chat pages hand to the screen. */
import { suggestionsFor } from '@/components/chat/suggestions';
import type { Caller } from '@/lib/connections/types';
import { env } from '@/lib/env';

export function chatProps(caller: Caller) {
  const { model, demo } = env();
  return {
    model: model ? { label: model.model, offline: false } : { label: 'Offline model', offline: true },
    suggestions: suggestionsFor(caller.role, demo, new Date()),
  };
}
