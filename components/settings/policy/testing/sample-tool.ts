import type { ToolView } from '@/lib/agent/tool-views';
import { DESTRUCTIVE } from '@/mcp/annotations';

/** A destructive tool of a trusted server, which asks by its hints alone. */
export const CONTACT_DELETE: ToolView = {
  server: 'crm',
  name: 'contact_delete',
  title: 'Delete contact',
  trusted: true,
  risk: 'destructive',
  annotations: DESTRUCTIVE,
  resolved: DESTRUCTIVE,
  policy: 'ask',
  rule: 'destructive',
  reason: 'Destructive calls ask.',
  critical: false,
};
