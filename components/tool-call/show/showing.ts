/** Which calls display something to the person. Separate from the code that renders it, since every row asks. */
import type { CallMetadata } from '@/lib/runs/chat-view';
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';

const NAMES = ['show_chart', 'show_table'];

export function isShowing({
  server,
  tool,
  trusted,
}: Pick<CallMetadata, 'server' | 'tool' | 'trusted'>): boolean {
  return trusted && server === BUILT_IN_SERVER && NAMES.includes(tool);
}
