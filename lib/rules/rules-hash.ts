/** The part of a team's rules under which a grant was given. */

import { POLICY_VERSION } from '@/lib/policy/policy';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { type PolicyRule, rulesFor } from './policy-rules';

/**
 * SHA-256 (hex) of the rules for this tool, and for what it `takesBack`: a grant holds as long as they are the same.
 */
export function rulesHash(
  tool: Pick<ConnectedTool, 'server' | 'name'>,
  { rules, takesBack }: { rules: readonly PolicyRule[]; takesBack?: Parameters<typeof rulesFor>[2] },
): string {
  const { team, critical } = rulesFor(rules, tool, takesBack);
  // A rule that only says how long a card waits does not change who is asked.
  const said = team.filter(({ effect, locked }) => effect !== null || locked);
  const locks = said.map(({ effect, locked }) => `${effect} ${locked}`);
  return sha256Hex(canonicalJson([POLICY_VERSION, critical, locks.sort()]));
}
