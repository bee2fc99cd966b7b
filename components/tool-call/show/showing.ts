/** Which calls put something before the person. Apart from what draws it: every row asks. */
import type { CallMetadata } from '@/lib/runs/chat-view';

/** No configured server can have this name: what carries it the app itself has answered. */
const BUILT_IN = 'Amber';
const NAMES = ['show_chart', 'show_table'];

export function isShowing({
  server,
  tool,
  trusted,
}: Pick<CallMetadata, 'server' | 'tool' | 'trusted'>): boolean {
  return trusted && server === BUILT_IN && NAMES.includes(tool);
}
