/** Tools of a server with a deletion that can be rehearsed: its dry run says what would be deleted. */
import { DESTROYS, READS } from './hints';
import type { RecordedTool } from './recording-mcp';

const item = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const dryRun = { type: 'boolean' };
export const SHOP: RecordedTool[] = [
  {
    name: 'item_get',
    annotations: READS,
    inputSchema: item,
    run: () => ({ structured: { title: 'Lamp', stock: 4 } }),
  },
  {
    name: 'item_delete',
    title: 'Delete item',
    annotations: DESTROYS,
    inputSchema: { ...item, properties: { ...item.properties, dryRun } },
    meta: { 'amber/record': { tool: 'item_get', arguments: { id: '$input.id' } } },
    run: (given) => ({
      structured: given.dryRun ? { wouldDelete: 'Lamp', orders: 2 } : { deleted: 1 },
    }),
  },
];
