/** People with accounts, and the browsers with which they sign in at a real better-auth. */
import { createOTP } from '@better-auth/utils/otp';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { PASSWORD, person } from '@/lib/account/testing/person';
import { type Auth, createAuth } from '@/lib/auth/auth';
import { callerOfSession, sessionToken } from '@/lib/auth/session';
import type { Role } from '@/mcp/scopes';
import { offerApp, takeApp } from '../own-factors';
import type { FactorContext } from '../prove';

export { PASSWORD };
export const ORIGIN = 'http://localhost:3000';
export const PLACE = {
  secret: 'a secret for tests only, long enough',
  appUrl: ORIGIN,
  origins: [ORIGIN, 'http://127.0.0.1:3000'],
  demo: false,
};

/** Keeps the cookies that it receives. */
export class TestBrowser {
  readonly #auth: Auth;
  readonly jar = new Map<string, string>();

  constructor(db: Database, auth: Auth = createAuth(db, PLACE)) {
    this.#auth = auth;
  }

  async ask(path: string, body?: object, method = body ? 'POST' : 'GET') {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await this.#auth.handler(new Request(`${ORIGIN}/api/auth${path}`, init));
    for (const given of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (given.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '' || /max-age=0/i.test(given)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  password(name: string, password = PASSWORD) {
    return this.ask('/sign-in/email', { email: `${name}@amber.test`, password });
  }

  /** A second browser with the same cookies. */
  twin(db: Database): TestBrowser {
    const twin = new TestBrowser(db, this.#auth);
    for (const [name, value] of this.jar) twin.jar.set(name, value);
    return twin;
  }

  token(): string | null {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return sessionToken(new Headers({ cookie }), PLACE.secret);
  }

  async caller(db: Database) {
    const token = this.token();
    return token === null ? null : callerOfSession(db, token, { demo: false });
  }
}

/** A person of a team, with the session `NAME-here`. */
export async function contextOf(
  db: Database,
  teamId: string,
  name: string,
  role: Role = 'member',
): Promise<FactorContext> {
  const caller = await person(db, teamId, name, role);
  return { db, caller, token: `${name}-here`, place: PLACE };
}

/** The code that an authenticator app shows, this many half minutes from now. */
export function codeOf(typed: string, steps = 0): Promise<string> {
  return createOTP(decoded(typed)).hotp(Math.floor(Date.now() / 30_000) + steps);
}

/** Base 32. */
function decoded(typed: string): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...typed].map((sign) => signs.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Sets up an app that was offered, as if with the code of the previous half minute: those of this one and the next are
 * still valid.
 */
export async function takeOffered(context: FactorContext, typed: string): Promise<string[]> {
  const codes = await takeApp(context, await codeOf(typed));
  const { twoFactors } = schema;
  const earlier = { lastStep: sql`${twoFactors.lastStep} - 1` };
  await context.db.update(twoFactors).set(earlier).where(eq(twoFactors.userId, context.caller.userId));
  return codes ?? [];
}

export async function withApp(context: FactorContext): Promise<{ typed: string; codes: string[] }> {
  const { typed } = await offerApp(context, { password: PASSWORD });
  return { typed, codes: await takeOffered(context, typed) };
}

/** As if no code had been used yet. */
export async function forgetSteps(db: Database, userId: string): Promise<void> {
  await db.update(schema.twoFactors).set({ lastStep: null }).where(eq(schema.twoFactors.userId, userId));
}
