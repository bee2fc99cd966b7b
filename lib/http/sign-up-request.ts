import 'server-only';
/** `POST /api/sign-up`: creates the account, and signs its owner in. */
import { z } from 'zod';
import { auth } from '@/lib/auth/auth';
import { acceptInvitation, createFirstAccount, findInvitation, isFirstAccountOpen } from '@/lib/auth/sign-up';
import { PASSWORD_LENGTH, type SignUpOffer } from '@/lib/auth/sign-up-offer';
import { database } from '@/lib/database';
import { env } from '@/lib/env';

export const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}+$/u);
const Password = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);

const FirstAccount = z.strictObject({
  teamName: Name,
  name: Name,
  email: z.email().max(254),
  password: Password,
});

const Invited = z.strictObject({
  /** The token in the mailed link. */
  invitation: z.string().min(1).max(100),
  /** For a new account. */
  name: Name.optional(),
  password: Password,
});

export const SignUpBody = z.union([FirstAccount, Invited]);

/**
 * @returns 201 with the session cookie
 * @throws AppError as `sign-up.ts` says
 */
export async function signUp(body: z.infer<typeof SignUpBody>, headers: Headers): Promise<Response> {
  const { db } = await database();
  const email = 'email' in body ? body.email : await acceptInvitation(db, body.invitation, body);
  if ('email' in body) await createFirstAccount(db, body, env().demo);
  const { api } = await auth();
  const signedIn = await api.signInEmail({
    body: { email, password: body.password },
    headers,
    asResponse: true,
  });
  const answer = Response.json({ email }, { status: 201 });
  for (const cookie of signedIn.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** What the page offers to somebody who opens it, with or without the token of a mailed link. */
export async function signUpOffer(token: string | null): Promise<SignUpOffer> {
  const { db } = await database();
  if (token === null) return { kind: (await isFirstAccountOpen(db, env().demo)) ? 'first' : 'closed' };
  const invitation = await findInvitation(db, token);
  if (!invitation) return { kind: 'invalid' };
  const { email, teamName, hasAccount } = invitation;
  return { kind: 'invited', token, email, teamName, hasAccount };
}
