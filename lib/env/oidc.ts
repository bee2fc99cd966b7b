/**
 * Single sign-on: one provider in settings of its own, or several in a file. `lib/single-sign-on/settings.ts`
 * interprets them.
 */
import { z } from 'zod';
import { existing, text } from './values.ts';

const short = text.max(4000).optional();

export const OIDC = {
  AMBER_OIDC: existing('a file that lists providers of single sign-on').optional(),
  OIDC_ISSUER: short,
  OIDC_CLIENT_ID: short,
  OIDC_CLIENT_SECRET: short,
  OIDC_NAME: short,
  OIDC_TEAM: short,
  OIDC_DOMAINS: short,
  OIDC_FORCED: short,
  OIDC_ROLE_CLAIM: short,
  OIDC_ROLES: short,
};

const SHAPE = z.object(OIDC);

/** The `OIDC_*` variables that are set. */
export function oidcOf(values: z.infer<typeof SHAPE>): Record<string, string> {
  const own = Object.entries(SHAPE.strip().parse(values)).filter(([name]) => name.startsWith('OIDC_'));
  return Object.fromEntries(own.filter((one): one is [string, string] => one[1] !== undefined));
}
