import 'server-only';
/**
 * What is refused to addresses whose domain must use single sign-on: before anything is looked up, so that it reveals
 * nothing.
 */
import { AppError } from '@/lib/errors';
import { forcedProvider } from './providers';
import type { Provider } from './settings';

/** @throws AppError forbidden */
export function refuseForced(
  email: string,
  what: 'password' | 'invitation',
  providers?: readonly Provider[],
): void {
  const forced = forcedProvider(email, providers);
  if (!forced) return;
  const { name } = forced;
  throw new AppError(
    'forbidden',
    what === 'password'
      ? `For this address one signs in with ${name}: there is no password here to change.`
      : `For this address one signs in with ${name}: that takes the invitation as well.`,
  );
}

/**
 * An address that a provider is responsible for cannot be changed: its owner would escape the provider.
 * @throws AppError forbidden
 */
export function refuseMoving(email: string, providers?: readonly Provider[]): void {
  const forced = forcedProvider(email, providers);
  if (forced) throw new AppError('forbidden', `Your address comes from ${forced.name} and is changed there.`);
}
