import 'server-only';
/** The providers of this installation, read once, and the addresses they are responsible for. */
import { env } from '@/lib/env';
import { once } from '@/lib/values/once';
import { type Provider, readProviders } from './settings';
import type { SignOnOffer } from './sign-on-view';

/** @throws EnvError */
export function configuredProviders(): readonly Provider[] {
  return once('sign-on providers', () => readProviders(env()));
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The provider that the person with this address must use; nothing if they are free to choose. */
export function forcedProvider(
  email: string,
  providers: readonly Provider[] = configuredProviders(),
): Provider | undefined {
  const domain = domainOf(email);
  return providers.find((one) => one.forced && one.domains.includes(domain));
}

/** The options on the sign-in page. */
export function signOnOffers(providers: readonly Provider[] = configuredProviders()): SignOnOffer[] {
  return providers.map(({ id, name, forced, domains }) => ({ id, name, forced: forced ? [...domains] : [] }));
}
