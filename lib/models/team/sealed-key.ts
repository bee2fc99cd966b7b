/** The key of a team's model, as the database keeps it. It can be opened only for this team and this address. */
import type { TeamModelRow } from '@/lib/store/settings/team-model';
import { openText, type Seal, sealText } from '@/lib/values/seal';

const PURPOSE = 'amber: keys of models are sealed with this';

type Owner = Pick<TeamModelRow, 'teamId' | 'baseUrl'>;

/** @param secret at least 32 characters */
export function sealKey(secret: string, owner: Owner, key: string): string {
  return sealText(sealFor(secret, owner), key);
}

/** Undefined if it was sealed with another secret, or for another team or address, or has been changed since. */
export function openKey(secret: string, owner: Owner, sealed: string): string | undefined {
  return openText(sealFor(secret, owner), sealed);
}

function sealFor(secret: string, { teamId, baseUrl }: Owner): Seal {
  return { secret, purpose: PURPOSE, owner: [teamId, baseUrl ?? ''] };
}
