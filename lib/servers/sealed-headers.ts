/**
 * The headers of a server that an admin has added, as the database keeps them: encrypted with a key derived from
 * Amber's secret.
 */
import { openText, type Seal, sealText } from '@/lib/values/seal';

const PURPOSE = 'amber: headers of servers are sealed with this';

/** Whose headers these are: what is sealed for one server of one team can be opened for no other. */
export interface SealedFor {
  teamId: string;
  name: string;
  url: string;
}

/** @param secret at least 32 characters */
export function sealHeaders(
  secret: string,
  owner: SealedFor,
  headers: Readonly<Record<string, string>>,
): string {
  return sealText(sealFor(secret, owner), JSON.stringify(headers));
}

/** Undefined if they were sealed with another secret or for another server, or have been changed since. */
export function openHeaders(
  secret: string,
  owner: SealedFor,
  sealed: string,
): Record<string, string> | undefined {
  const text = openText(sealFor(secret, owner), sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
}

function sealFor(secret: string, { teamId, name, url }: SealedFor): Seal {
  return { secret, purpose: PURPOSE, owner: [teamId, name, url] };
}
