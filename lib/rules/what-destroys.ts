import 'server-only';
/** What the rules make of everything that can destroy something, in one word for the page of a new chat. */
import type { Role } from '@/lib/policy/policy';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import { resolve, riskOf } from '@/mcp/annotations';
import { tools } from '@/mcp/tools';
import { effectOf, type PolicyRule } from './policy-rules';

type WhatDestroys = 'asks' | 'admins' | 'unasked';

const DESTROYING = tools
  .filter(({ annotations }) => riskOf(resolve(annotations, true)) === 'destructive')
  .map(({ name }) => ({ server: OWN_SERVER, name }));

/**
 * `asks`: all of it waits for who wants it; `admins`: some of it for an admin; `unasked`: some of it for nobody. Exact for Amber's own tools. What other servers have is not asked here: a rule for them counts as one for something
 * that can destroy.
 */
export function whatDestroys(rules: readonly PolicyRule[], role: Role): WhatDestroys {
  const elsewhere = rules
    .filter(({ server }) => server !== OWN_SERVER)
    .map(({ server, tool }) => ({ server, name: tool ?? '' }));
  const effects = [...DESTROYING, ...elsewhere].map((tool) =>
    effectOf(rules, { ...tool, risk: 'destructive', trusted: true }, role),
  );
  if (effects.includes('allow')) return 'unasked';
  return effects.some((effect) => effect === 'ask_admin' || effect === 'two_admins') ? 'admins' : 'asks';
}
