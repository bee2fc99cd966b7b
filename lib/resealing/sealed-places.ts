/**
 * Everything that is stored sealed with Amber's secret. Purposes and owners are those of the files that seal: one test
 * seals with each of them, and another finds columns that are neither here nor among those that need not be.
 */
import type { SealedPlace } from '@/lib/store/settings/sealed';

export const PLACES: readonly (SealedPlace & { purpose: string })[] = [
  {
    table: 'team_servers',
    column: 'sealed_headers',
    owner: ['team_id', 'name', 'url'],
    purpose: 'amber: headers of servers are sealed with this',
  },
  {
    table: 'server_clients',
    column: 'sealed',
    owner: ['team_id', 'issuer', 'redirect_uri', 'client_id'],
    purpose: 'amber: secrets of clients are sealed with this',
  },
  {
    table: 'server_sign_ins',
    column: 'sealed',
    owner: ['id', 'team_id', 'server', 'identity', 'person_id', 'issuer', 'resource'],
    purpose: 'amber: sign-ins at servers are sealed with this',
  },
  {
    table: 'team_models',
    column: 'sealed_key',
    owner: ['team_id', 'base_url'],
    purpose: 'amber: keys of models are sealed with this',
  },
  ...['secret', 'pending'].map((column) => ({
    table: 'two_factors',
    column,
    owner: ['user_id'],
    purpose: 'amber: secrets of second factors are sealed with this',
  })),
  {
    table: 'sign_on_accounts',
    column: 'sealed',
    owner: ['issuer', 'subject', 'user_id'],
    purpose: 'amber: what single sign-on is refreshed with is sealed with this',
  },
];

/** Valid for minutes: the previous secret opens them, and then they expire. */
export const SHORT_LIVED = ['sign_in_attempts.sealed', 'sign_on_attempts.sealed', 'tokens.successor'];
