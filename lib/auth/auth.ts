import 'server-only';
/**
 * Sign-in with e-mail and password, by better-auth; sessions are stored in the database. Accounts are not created here
 * but by `sign-up.ts`, which also knows whether one may be created.
 */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { database } from '@/lib/database';
import { type Env, env } from '@/lib/env';
import { log } from '@/lib/log';
import { forcedProvider } from '@/lib/single-sign-on/providers';
import { findPasswordByEmail, findSignIn, holdsPassword } from '@/lib/store/accounts';
import { deleteSessionOf } from '@/lib/store/settings/sessions';
import { once } from '@/lib/values/once';
import { COOKIE_PREFIX } from './cookie';
import { closedPaths, factorPlugins, type ShownPasswords } from './factors/plugins';
import { SignInLimit } from './sign-in-limit';
import { PASSWORD_LENGTH } from './sign-up-offer';

const SESSION_SECONDS = 30 * 24 * 3600;

export type AuthSettings = Pick<Env, 'secret' | 'appUrl' | 'origins' | 'demo'>;
export type Auth = ReturnType<typeof createAuth>;

/** Sign-in over a given database. */
export function createAuth(db: Database, settings: AuthSettings, limit = new SignInLimit()) {
  const shown: ShownPasswords = new WeakMap();
  const plugins = factorPlugins(db, settings, shown);
  return betterAuth({
    appName: 'Amber',
    baseURL: settings.appUrl,
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: settings.origins,
    telemetry: { enabled: false },
    database: drizzleAdapter(db, { provider: 'pg', usePlural: true, schema }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    session: { expiresIn: SESSION_SECONDS },
    // Many people may share one address, so guessing is limited per account (see hooks).
    rateLimit: {
      enabled: true,
      window: 60,
      max: 6000,
      customRules: {
        '/sign-in/email': { window: 60, max: 600 },
        '/sign-in/factor': { window: 60, max: 600 },
        '/passkey/generate-authenticate-options': { window: 60, max: 600 },
      },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: settings.appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => randomToken(), validateSchema: false },
    },
    logger: { log: (level, message) => logOnly(level, message) },
    hooks: signInHooks(db, limit, shown),
    plugins: [...plugins],
    disabledPaths: closedPaths(plugins),
    databaseHooks: {
      session: { create: { before: (session) => refuseWithoutTeam(db, settings.demo, session.userId) } },
    },
  });
}

const shared = once<{ made?: { db: Database; auth: Auth } }>('auth', () => ({}));

/** Sign-in over this process's database. */
export async function auth(): Promise<Auth> {
  const { db } = await database();
  if (shared.made?.db !== db) shared.made = { db, auth: createAuth(db, env()) };
  return shared.made.auth;
}

/** Logs only plain sentences: anything else may contain an address or a token. */
function logOnly(level: string, message: string): void {
  if (level === 'error') log('error', 'auth', /^[A-Za-z ,.'-]{1,120}$/.test(message) ? { message } : {});
}

/** The person is told why, once the password was right. */
async function refuseWithoutTeam(db: Database, demo: boolean, userId: string): Promise<void> {
  const user = await findSignIn(db, userId);
  if (user?.demo && !demo) {
    throw new APIError('UNAUTHORIZED', { code: 'DEMO_OFF', message: 'Demo accounts are turned off here.' });
  }
  if (!user?.teamId) {
    const message = 'This account belongs to no team. Ask an admin of the team for an invitation.';
    throw new APIError('FORBIDDEN', { code: 'NO_TEAM', message });
  }
}

/**
 * Limits the number of attempts, and checks that the password with which a sign-in began still is the account's when
 * the session is created.
 */
function signInHooks(db: Database, limit: SignInLimit, shown: ShownPasswords) {
  const accountOf = (ctx: { path?: string; body?: unknown }): string | null => {
    const email = ctx.path === '/sign-in/email' && Reflect.get(Object(ctx.body), 'email');
    return typeof email === 'string' ? email : null;
  };
  return {
    before: createAuthMiddleware(async (ctx) => {
      const account = accountOf(ctx);
      if (account === null) return;
      // Before any look-up, so that it does not reveal who has an account.
      const forced = forcedProvider(account);
      if (forced) {
        const message = `For this address one signs in with ${forced.name}.`;
        throw new APIError('FORBIDDEN', { code: 'SINGLE_SIGN_ON', message });
      }
      if (!limit.begin(account)) {
        const message = 'Too many failed sign-ins for this account. Wait a minute and try again.';
        throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message });
      }
      const known = await findPasswordByEmail(db, account.toLowerCase());
      if (known?.hash) shown.set(ctx.context, { userId: known.userId, hash: known.hash });
    }),
    after: createAuthMiddleware(async (ctx) => {
      const account = accountOf(ctx);
      const made = ctx.context.newSession;
      if (account === null || !made) return;
      const { id: userId } = made.user;
      if (await holdsPassword(db, userId, shown.get(ctx.context)?.hash ?? '')) {
        limit.succeeded(account);
        return;
      }
      // Changed meanwhile, perhaps because somebody else knew it: whoever changed it has ended the existing sessions.
      await deleteSessionOf(db, userId, made.session.token);
      ctx.context.setNewSession(null);
      ctx.context.responseHeaders?.delete('set-cookie');
      throw new APIError('UNAUTHORIZED', {
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: 'Invalid email or password',
      });
    }),
  };
}
