import 'server-only';
/**
 * Second factors at sign-in, as plugins of better-auth: for a person who has one, the password yields no session but a
 * begun sign-in, valid for ten minutes; a code or a passkey completes it. Everything else that these plugins serve is
 * blocked: people change their factors through our own routes, in one transaction with the mail and the receipt.
 */
import { passkey } from '@better-auth/passkey';
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import type { Database } from '@/db/client';
import { isAppError } from '@/lib/errors';
import { findPassword, holdsPassword } from '@/lib/store/accounts';
import { deleteBegunSignIns, findFactorKinds, holdsFactor, holdsPasskey } from '@/lib/store/settings/factors';
import { deleteSessionOf } from '@/lib/store/settings/sessions';
import { spendCode } from './codes';
import { originsOf, type Place, rpIdOf } from './passkeys';

/** The paths of the plugins that are open. */
const OPEN_PATHS: readonly string[] = [
  '/sign-in/factor',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
];

/** The cookie that identifies a begun sign-in. */
const BEGUN = 'two_factor';

export interface FactorSettings extends Place {
  secret: string;
}

/** Keyed by an object that lives as long as the request: whose password it has shown. */
export type ShownPasswords = WeakMap<object, { userId: string; hash: string }>;

export function factorPlugins(db: Database, settings: FactorSettings, shown: ShownPasswords) {
  const twoFactors = twoFactor({ accountLockout: { enabled: false }, otpOptions: undefined });
  const passkeys = passkey({
    rpID: rpIdOf(settings),
    rpName: 'Amber',
    origin: originsOf(settings),
    authentication: {
      // A passkey counts as both factors only if its device has verified the person.
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw refused();
      },
    },
  });
  return [twoFactors, passkeys, ending(db, settings, shown)] as const;
}

/** Every path of the plugins except the open ones. */
export function closedPaths(plugins: ReturnType<typeof factorPlugins>): string[] {
  const paths = plugins.flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path));
  return paths.filter((path) => path !== undefined && !OPEN_PATHS.includes(path));
}

function refused(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'AUTHENTICATION_FAILED',
    message: 'Nobody is signed in by this.',
  });
}

const over = () =>
  new APIError('UNAUTHORIZED', {
    code: 'SIGN_IN_OVER',
    message: 'This sign-in is over. Begin again with your password.',
  });

/** better-auth's answer if the password is not enough. */
const AsksMore = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) });
const asksMore = (answer: unknown) => AsksMore.safeParse(answer).data;

/** The second half of a sign-in, with checks that the first half still holds. */
function ending(db: Database, settings: FactorSettings, shown: ShownPasswords) {
  return {
    id: 'amber-factors',
    endpoints: { endSignIn: endSignIn(db, settings) },
    hooks: {
      after: [
        {
          matcher: ({ path }: { path?: string }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const had = shown.get(ctx.context);
            const begun = asksMore(ctx.context.returned);
            // The sign-in has begun by now: a concurrent change of the password either sees it, or is seen here.
            if (!had || ctx.context.newSession) return;
            if (await holdsPassword(db, had.userId, had.hash)) {
              // After the password, the person is told their options for continuing.
              const { passkeys } = begun ? await findFactorKinds(db, had.userId) : { passkeys: false };
              if (!begun || !passkeys) return;
              return ctx.json({ ...begun, twoFactorMethods: [...begun.twoFactorMethods, 'passkey'] });
            }
            await deleteBegunSignIns(db, had.userId);
            ctx.context.responseHeaders?.delete('set-cookie');
            throw over();
          }),
        },
        {
          matcher: ({ path }: { path?: string }) => path === '/passkey/verify-authentication',
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (!made) return;
            const { id: userId } = made.user;
            if (await holdsPasskey(db, userId, String(ctx.body?.response?.id))) return;
            // Removed during the sign-in: whoever did that has ended the existing sessions.
            await deleteSessionOf(db, userId, made.session.token);
            ctx.context.setNewSession(null);
            ctx.context.responseHeaders?.delete('set-cookie');
            throw refused();
          }),
        },
      ],
    },
  };
}

function endSignIn(db: Database, { secret }: FactorSettings) {
  const options = { method: 'POST', body: z.object({ code: z.string().min(6).max(40) }) } as const;
  return createAuthEndpoint('/sign-in/factor', options, async (ctx) => {
    const cookie = ctx.context.createAuthCookie(BEGUN);
    const begun = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
    const found = begun ? await ctx.context.internalAdapter.findVerificationValue(begun) : null;
    if (!begun || !found || found.expiresAt < new Date()) throw over();
    const userId = found.value;
    const hash = await findPassword(db, userId);
    await spendCode(db, { userId, code: ctx.body.code, kind: 'any', secret }).catch(asApiError);
    // Used up once, even by concurrent requests; it is gone if the password was changed meanwhile.
    const taken = await ctx.context.internalAdapter.consumeVerificationValue(begun);
    if (taken?.value !== userId || !hash) throw over();
    const user = await ctx.context.internalAdapter.findUserById(userId);
    if (!user) throw over();
    const session = await ctx.context.internalAdapter.createSession(userId);
    // An admin may meanwhile have removed the factor and ended the existing sessions.
    if (!(await holdsPassword(db, userId, hash)) || !(await holdsFactor(db, userId))) {
      await deleteSessionOf(db, userId, session.token);
      throw over();
    }
    await setSessionCookie(ctx, { session, user });
    expireCookie(ctx, cookie);
    return ctx.json({ user: { id: user.id } });
  });
}

function asApiError(error: unknown): never {
  if (!isAppError(error)) throw error;
  if (error.code === 'too_many_requests') {
    throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message: error.message });
  }
  throw new APIError('UNAUTHORIZED', { code: 'WRONG_CODE', message: error.message });
}
