/** A team, its people and its providers, and ways to sign in: for tests of single sign-on. */
import { eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { beginSignOn } from '../begin';
import { clientsOf, redirectOf, type SignOnContext } from '../context';
import { finishSignOn } from '../finish';
import type { Provider } from '../settings';
import { TestBrowser } from './browser';
import { CLIENT, startProvider, type TestProvider } from './provider';

export const APP = 'http://amber.test';
const SECRET = 'a secret for tests only, long enough';
const { members, users } = schema;

export class SignOnCast {
  private constructor(
    readonly context: SignOnContext,
    readonly teamId: string,
    readonly provider: TestProvider,
    readonly other: TestProvider,
    /** As in the settings: a test's changes to it take effect. */
    readonly setting: Provider,
  ) {}

  static async open({ db }: OpenDatabase, changes: Partial<Provider> = {}): Promise<SignOnCast> {
    const teamId = newId('tea');
    await db.insert(schema.teams).values({ id: teamId, name: `Team ${teamId}` });
    const start = (id: string) =>
      startProvider({ redirectUris: [redirectOf(APP, id)], afterwards: `${APP}/sign-in` });
    const [provider, other] = await Promise.all([start('company'), start('other')]);
    const base = {
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      team: teamId,
      forced: false,
      verifiedClaim: 'email_verified',
      roles: {},
      defaultRole: 'member' as const,
      scopes: [],
      parameters: {},
    };
    const setting: Provider = {
      ...base,
      id: 'company',
      name: 'Company',
      issuer: provider.issuer,
      domains: ['halden.test'],
      ...changes,
    };
    const second: Provider = {
      ...base,
      id: 'other',
      name: 'Other',
      issuer: other.issuer,
      domains: ['other.test'],
    };
    const clients = clientsOf([setting, second], false);
    return new SignOnCast({ db, secret: SECRET, appUrl: APP, clients }, teamId, provider, other, setting);
  }

  /** A person known to the company's provider. */
  known(subject: string, claims: Record<string, unknown> = {}): string {
    const all = { email: `${subject}@halden.test`, email_verified: true, name: `Person ${subject}` };
    this.provider.people.set(subject, { ...all, ...claims });
    return subject;
  }

  /** Goes to the provider and back: the parameters of the address then, and the browser's cookie. */
  async goAndReturn(subject: string, id = 'company'): Promise<{ query: URLSearchParams; browser: string }> {
    const at = id === 'company' ? this.provider : this.other;
    at.login = subject;
    const { url, browser } = await beginSignOn(this.context, { provider: id, target: '/' });
    const back = await new TestBrowser().follow(url, APP);
    return { query: back.searchParams, browser };
  }

  finish(returned: { query: URLSearchParams; browser?: string | undefined }, provider = 'company') {
    const from = { ipAddress: '192.0.2.1', userAgent: null };
    return finishSignOn(this.context, {
      ...from,
      provider,
      query: returned.query,
      browser: returned.browser,
    });
  }

  async signIn(subject: string) {
    return this.finish(await this.goAndReturn(subject));
  }

  /** A person who already has an account here. */
  async member(email: string, role: 'viewer' | 'member' | 'admin' | null = 'member', verified = true) {
    const { db } = this.context;
    const id = newId('usr');
    await db.insert(users).values({ id, name: 'Mia', email, emailVerified: verified });
    await db.insert(schema.accounts).values({
      id: newId('acc'),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: 'a hash',
    });
    if (role) await db.insert(members).values({ userId: id, teamId: this.teamId, role });
    return id;
  }

  async roleOf(userId: string): Promise<string | undefined> {
    const [row] = await this.context.db.select().from(members).where(eq(members.userId, userId));
    return row?.role;
  }

  async close(): Promise<void> {
    await Promise.all([this.provider.close(), this.other.close()]);
  }
}
