/** The words for what a halt stops. Names are data. */
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { HaltView } from '@/lib/rules/halt-view';

export function targetOf({
  kind,
  server,
  tool,
  person,
}: Omit<HaltView, 'id' | 'reason' | 'setBy' | 'setAt'>): string {
  const named = { server: visibleString(server ?? ''), tool: visibleString(tool ?? '') };
  if (kind === 'server') return say('operation.target.server', { server: named.server });
  if (kind === 'tool') return say('operation.target.tool', named);
  if (kind === 'writes' || kind === 'clients') return say(`operation.target.${kind}`);
  return say('operation.target.person', { person: visibleString(person ?? say('operation.somebody')) });
}
