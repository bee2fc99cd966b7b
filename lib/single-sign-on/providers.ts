import 'server-only';
/** The providers of this installation, read once, and for whose addresses they speak. */
import { env } from '@/lib/env';
import { once } from '@/lib/values/once';
import { type Provider, readProviders } from './settings';
import type { SignOnOffer } from './sign-on-view';

/** @throws EnvError */
export function configuredProviders(): readonly Provider[] {
  return once('sign-on providers', () => readProviders(env()));
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** By which alone whoever has this address signs in; nothing: they sign in as they like. */
export function forcedProvider(
  email: string,
  providers: readonly Provider[] = configuredProviders(),
): Provider | undefined {
  const domain = domainOf(email);
  return providers.find((one) => one.forced && one.domains.includes(domain));
}

/** What the page for signing in offers. */
export function signOnOffers(providers: readonly Provider[] = configuredProviders()): SignOnOffer[] {
  return providers.map(({ id, name, forced, domains }) => ({ id, name, forced: forced ? [...domains] : [] }));
}
