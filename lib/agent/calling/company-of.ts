/** With whom a call may run together. Pure. */
import type { Company } from '@/lib/execution/queue';
import type { ConnectedTool } from '@/lib/tools/types';

/** A refused call runs nothing: nobody need wait for it. */
export const NO_COMPANY_NEEDED: Company = { company: 'reads', server: '', atOnce: 1000 };

/** Reads of trusted servers, and what a trusted tool says of itself. */
export function companyOf(tool: ConnectedTool): string | null {
  if (tool.trusted && tool.risk === 'read-only') return 'reads';
  return tool.parallel ? `parallel of ${tool.server}` : null;
}
