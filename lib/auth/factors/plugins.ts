import 'server-only';
/**
 * What signing in takes beside a password, as plugins of better-auth: after the password of who has a second factor there is
 * no session but a sign-in that was begun, good for ten minutes; a code or a passkey ends it. Everything else that these
 * plugins serve is closed: people change their factors by our own routes, in one transaction with its mail and receipt.
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

/** What of the plugins' paths is open. */
const OPEN_PATHS: readonly string[] = [
  '/sign-in/factor',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
];

/** The cookie that names a sign-in that was begun. */
const BEGUN = 'two_factor';

export interface FactorSettings extends Place {
  secret: string;
}

/** By what a request shares from its beginning to its end: whose password it has shown. */
export type ShownPasswords = WeakMap<object, { userId: string; hash: string }>;

export function factorPlugins(db: Database, settings: FactorSettings, shown: ShownPasswords) {
  const twoFactors = twoFactor({ accountLockout: { enabled: false }, otpOptions: undefined });
  const passkeys = passkey({
    rpID: rpIdOf(settings),
    rpName: 'Amber',
    origin: originsOf(settings),
    authentication: {
      // A passkey counts for both factors only where its device has asked who holds it.
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw refused();
      },
    },
  });
  return [twoFactors, passkeys, ending(db, settings, shown)] as const;
}

/** Of what the plugins serve everything but what is open. */
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

/** What better-auth answers to a password that is not enough. */
const AsksMore = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) });
const asksMore = (answer: unknown) => AsksMore.safeParse(answer).data;

/** The second half of a sign-in, and the look back at the first. */
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
            // By now it was begun: whoever changes the password either sees that, or is seen here.
            if (!had || ctx.context.newSession) return;
            if (await holdsPassword(db, had.userId, had.hash)) {
              // Who has shown the password is told in which ways this person goes on.
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
            // Taken away while it signed in: whoever did that has ended the sessions that there were.
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
    // Once, of however many come with it; and it is gone where the password was changed meanwhile.
    const taken = await ctx.context.internalAdapter.consumeVerificationValue(begun);
    if (taken?.value !== userId || !hash) throw over();
    const user = await ctx.context.internalAdapter.findUserById(userId);
    if (!user) throw over();
    const session = await ctx.context.internalAdapter.createSession(userId);
    // An admin may have taken the factor away meanwhile, and ended the sessions that there were.
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
