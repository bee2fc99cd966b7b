/** The shape of what a browser sends for a passkey; the verifier checks everything in it. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

const text = z.string().max(8000);
const given = { id: z.string().min(1).max(2000), rawId: z.string().max(2000), type: z.literal('public-key') };
const about = {
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};

/** Of an existing passkey. */
export const Assertion = z
  .strictObject({
    ...given,
    ...about,
    response: z.strictObject({
      authenticatorData: text,
      clientDataJSON: text,
      signature: text,
      userHandle: text.nullish(),
    }),
  })
  .transform((sent) => sent as AuthenticationResponseJSON);

/** Of a new passkey. */
export const Registration = z
  .strictObject({
    ...given,
    ...about,
    response: z.looseObject({
      attestationObject: z.string().max(40_000),
      clientDataJSON: text,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  })
  .transform((sent) => sent as RegistrationResponseJSON);
