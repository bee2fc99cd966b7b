// Shared with the browser: types and pure functions only.
/** The tools as returned by `GET /api/tools`: what each declares and what that means. */

import {
  type Effect,
  judge,
  type Role,
  type RuleName,
  type Subject,
  type Verdict,
} from '@/lib/policy/policy';
import { overridesFor, type PolicyRule, rulesFor } from '@/lib/rules/policy-rules';
import type { ConnectedTool } from '@/lib/tools/types';
import { HINTS, type ResolvedAnnotations, type Risk } from '@/mcp/annotations';

export interface ToolView {
  server: string;
  /** The bare name. */
  name: string;
  title: string;
  trusted: boolean;
  /** The hints that were declared, unvalidated; they may be of any type and decide nothing. */
  annotations: Record<string, unknown>;
  /** The hints in effect, with defaults and trust applied. */
  resolved: ResolvedAnnotations;
  risk: Risk;
  /**
   * What happens to the person's call in default mode, by the team's rules and their own; and which rule says so, in
   * words.
   */
  policy: Effect;
  rule: RuleName;
  reason: string;
  /** The person who confirms has to enter their password again. */
  critical: boolean;
}

/**
 * One view per tool, in the listing's order, as the policy sees them for a person of this role; an auditor reads what
 * applies to an admin.
 * @param rules the team's and the person's own
 */
export function toolViews(
  tools: readonly ConnectedTool[],
  role: Role,
  rules: readonly PolicyRule[] = [],
): ToolView[] {
  return tools.map((tool) => {
    const { effect, rule, reason } = usualVerdict(tool, role === 'auditor' ? 'admin' : role, rules);
    return {
      server: tool.server,
      name: tool.name,
      title: tool.title,
      trusted: tool.trusted,
      annotations: declaredHints(tool.declared),
      resolved: tool.annotations,
      risk: tool.risk,
      policy: effect,
      rule,
      reason,
      critical: rulesFor(rules, tool).critical,
    };
  });
}

/** What happens to a call of this tool in default mode, in a chat without words from outside. */
export function usualVerdict(
  tool: Subject & { server: string; name: string },
  role: Role,
  rules: readonly PolicyRule[],
): Verdict {
  return judge(tool, { mode: 'default', role, ...overridesFor(rules, tool) });
}

function declaredHints(declared: Record<string, unknown>): Record<string, unknown> {
  const given = HINTS.filter((hint) => Object.hasOwn(declared, hint));
  return Object.fromEntries(given.map((hint) => [hint, declared[hint]]));
}
