/** A worthless sealed text: whoever can open it has the secret with which everything else is sealed. */
import { openText, sealText } from '@/lib/values/seal';

const PURPOSE = 'amber: whether a backup was made with this secret';

export const sealProbe = (secret: string): string =>
  sealText({ secret, purpose: PURPOSE, owner: [] }, 'amber');

export const opensProbe = (secrets: readonly string[], sealed: string): boolean =>
  secrets.some((secret) => openText({ secret, purpose: PURPOSE, owner: [] }, sealed) !== undefined);
