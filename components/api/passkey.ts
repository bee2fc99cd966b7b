/**
 * Asks the browser, and through it one of the person's devices, to create a passkey or to sign with one. The library is
 * loaded on demand.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { say } from '@/components/words/say';
import { ApiError } from './api';

/** @throws ApiError with a message for people: cancelled, or impossible in this browser or at this address */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(asWords);
}

/** @throws ApiError as `makePasskey` */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The device must verify its user: then a passkey counts for both factors.
  const optionsJSON = { ...options, userVerification: 'required' as const };
  return startAuthentication({ optionsJSON }).catch(asWords);
}

function asWords(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new ApiError(400, 'passkey', say('passkey.here-already'));
  const isGivenUp = name === 'NotAllowedError' || name === 'AbortError';
  throw new ApiError(400, 'passkey', say(isGivenUp ? 'passkey.given-up' : 'passkey.not-here'));
}
