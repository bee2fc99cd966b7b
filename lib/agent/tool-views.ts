/** The tools as `GET /api/tools` tells of them: what each declares and what that comes to. */
import type { ConnectedTool } from '@/lib/connections/types';
import { type Effect, judge, type Role } from '@/lib/policy/policy';
import type { ResolvedAnnotations, Risk } from '@/mcp/annotations';

export interface ToolView {
  server: string;
  /** The bare name. */
  name: string;
  title: string;
  trusted: boolean;
  /** The hints as declared, those that were; they may be of any type and decide nothing. */
  annotations: Record<string, unknown>;
  /** The hints as they count, defaults and trust applied. */
  resolved: ResolvedAnnotations;
  risk: Risk;
  /** What becomes of the person's call in mode default. */
  policy: Effect;
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** One view per tool, in the listing's order, as the policy sees them for a person of this role. */
export function toolViews(tools: readonly ConnectedTool[], role: Role): ToolView[] {
  return tools.map((tool) => ({
    server: tool.server,
    name: tool.name,
    title: tool.title,
    trusted: tool.trusted,
    annotations: declaredHints(tool.declared),
    resolved: tool.annotations,
    risk: tool.risk,
    policy: judge(tool, { mode: 'default', role }).effect,
  }));
}

function declaredHints(declared: Record<string, unknown>): Record<string, unknown> {
  const given = HINTS.filter((hint) => Object.hasOwn(declared, hint));
  return Object.fromEntries(given.map((hint) => [hint, declared[hint]]));
}
