/**
 * A changed secret: which data of the previous one is still accepted, and that everything it has sealed is sealed
 * again.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { sealAppSecret } from '@/lib/auth/factors/codes';
import { sessionToken, signedAnew } from '@/lib/auth/session';
import { openKey, sealKey } from '@/lib/models/team/sealed-key';
import { newPair, tokenOfRefresh } from '@/lib/outside/sign-in/secrets';
import { openHeaders, sealHeaders } from '@/lib/servers/sealed-headers';
import { openSignIn, sealClient, sealSignIn } from '@/lib/sign-ins/sealed';
import { openHeld, sealHeld } from '@/lib/single-sign-on/sealed';
import { openText, openWith } from '@/lib/values/seal';
import { derivedSecret, noteSecretBefore } from '@/lib/values/secret-before';
import { Office } from '@/mcp/testing/office';
import { reseal, resealAll } from './reseal';
import { PLACES, SHORT_LIVED } from './sealed-places';

const OLD = 'the secret of before, long enough to pass';
const NEW = 'the secret of now, which is long enough too';
const MANY = 250;

afterEach(() => noteSecretBefore(NEW, undefined));

describe.each(testDatabases)('sealing anew on $name', ({ open }) => {
  let opened: OpenDatabase;
  let office: Office;
  beforeAll(async () => {
    opened = await open();
    office = await Office.open(opened.db);
  });
  afterAll(() => opened.close());

  const sealedOf = ({ table, column }: (typeof PLACES)[number]) =>
    rowsOf<{ sealed: string }>(
      opened.db,
      sql`select ${sql.identifier(column)} as sealed from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
    );

  async function fill(): Promise<void> {
    const { db } = opened;
    const { teamId, adminId } = office;
    const servers = Array.from({ length: MANY }, (_, nth) => ({
      teamId,
      name: `s${nth}`,
      url: `https://s${nth}.example`,
    }));
    await db
      .insert(schema.teamServers)
      .values(
        servers.map((one) => ({ ...one, sealedHeaders: sealHeaders(OLD, one, { authorization: one.name }) })),
      );
    const client = {
      teamId,
      issuer: 'https://i.example',
      redirectUri: 'https://a.example/back',
      clientId: 'c',
    };
    await db
      .insert(schema.serverClients)
      .values({ ...client, source: 'given', sealed: sealClient(OLD, client, { secret: 'hush' }) });
    const signIn = {
      id: 'sig_1',
      teamId,
      server: 's0',
      identity: 'x',
      personId: null,
      issuer: 'https://i.example',
      resource: 'https://s0.example',
    };
    const held = { tokens: { accessToken: 'a' }, obtainedAt: 0, tokenEndpoint: 't', client: {} } as never;
    const rest = { scopes: '', asked: '', stepUps: 0, state: 'active' as const };
    await db
      .insert(schema.serverSignIns)
      .values({ ...signIn, ...rest, sealed: sealSignIn(OLD, signIn, held) });
    const model = { teamId, baseUrl: null };
    await db
      .insert(schema.teamModels)
      .values({ ...model, model: 'm', sealedKey: sealKey(OLD, model, 'key') });
    await db.insert(schema.twoFactors).values({
      id: 'two_1',
      userId: adminId,
      secret: sealAppSecret(OLD, adminId, 'app'),
      pending: sealAppSecret(OLD, adminId, 'next'),
    });
    const account = { issuer: 'https://p.example', subject: 'sub', userId: adminId };
    await db.insert(schema.signOnAccounts).values({
      ...account,
      id: 'soa_1',
      provider: 'p',
      binding: false,
      dueAt: new Date(),
      vouchedUntil: new Date(),
      sealed: sealHeld(OLD, account, { refresh: 'r' }),
    });
  }

  it('seals all that the secret before has sealed, by each way, once, and goes on after a crash', async () => {
    await fill();
    for (const place of PLACES) expect((await sealedOf(place)).length, place.table).toBeGreaterThan(0);
    // A process dies in its second batch: the first one stays done.
    let pieces = 0;
    const dying = new Proxy(opened.db, {
      get: (target, key) => {
        if (key === 'transaction' && ++pieces > 1) throw new Error('dead');
        return Reflect.get(target, key);
      },
    });
    await expect(reseal(dying, NEW, OLD)).rejects.toThrow('dead');
    const told = await Promise.all([reseal(opened.db, NEW, OLD), reseal(opened.db, NEW, OLD)]);
    expect(told.reduce((sum, { anew }) => sum + anew, 0)).toBe(MANY - 100 + 6);
    expect(told.every(({ shut }) => shut === 0)).toBe(true);
    expect(await reseal(opened.db, NEW, OLD)).toEqual({ anew: 0, shut: 0 });

    const [server] = await opened.db.select().from(schema.teamServers).where(sql`name = 's7'`);
    expect(openHeaders(NEW, server as never, server?.sealedHeaders ?? '')).toEqual({ authorization: 's7' });
    const [signIn] = await opened.db.select().from(schema.serverSignIns);
    expect(openSignIn(NEW, signIn as never)?.tokens).toEqual({ accessToken: 'a' });
    const [model] = await opened.db.select().from(schema.teamModels);
    expect(openKey(NEW, model as never, model?.sealedKey ?? '')).toBe('key');
    const [account] = await opened.db.select().from(schema.signOnAccounts);
    expect(openHeld(NEW, account as never)).toEqual({ refresh: 'r' });
    expect(openHeld(OLD, account as never)).toBeUndefined();
  });

  it('leaves what neither secret opens as it is, and counts it', async () => {
    const before = await opened.db.select().from(schema.teamModels);
    expect(await reseal(opened.db, `${NEW}, a third`, OLD)).toMatchObject({ anew: 0, shut: MANY + 6 });
    expect(await opened.db.select().from(schema.teamModels)).toEqual(before);
    await resealAll(opened.db, NEW, NEW);
    await resealAll(opened.db, NEW, undefined);
  });

  it('knows every column that may hold something sealed', async () => {
    const columns = await rowsOf<{ name: string }>(
      opened.db,
      sql`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'text' and column_name ~ 'seal|secret|pending|successor|credential|private'
        order by 1`,
    );
    /** Created by a browser, and public. */
    const open = ['passkeys.credential_id'];
    const known = [...PLACES.map(({ table, column }) => `${table}.${column}`), ...SHORT_LIVED, ...open];
    const there = columns.map(({ name }) => name);
    expect(there.toSorted(), 'PLACES of lib/resealing/sealed-places.ts').toEqual(known.toSorted());
  });
});

describe('the secret before', () => {
  it('opens what it sealed, and no more once it is not named', () => {
    const owner = { teamId: 'tea_1', baseUrl: null };
    const sealed = sealKey(OLD, owner, 'key');
    expect(openKey(NEW, owner, sealed)).toBeUndefined();
    noteSecretBefore(NEW, OLD);
    expect(openKey(NEW, owner, sealed)).toBe('key');
    const seal = { secret: NEW, purpose: 'another', owner: ['tea_1', ''] };
    expect([openText(seal, sealed), openWith({ ...seal, secret: OLD }, sealed)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('keeps people signed in, whose cookie better-auth then reads as its own', () => {
    const sign = (secret: string) =>
      new Headers({
        cookie: `a=b; amber.session_token=${encodeURIComponent(`tok.${createHmac('sha256', secret).update('tok').digest('base64')}`)}; c=d`,
      });
    expect(sessionToken(sign(OLD), NEW)).toBeNull();
    noteSecretBefore(NEW, OLD);
    expect(sessionToken(sign(OLD), NEW)).toBe('tok');
    expect(sessionToken(sign(`${OLD}, another`), NEW)).toBeNull();
    expect(signedAnew(sign(OLD), NEW).get('cookie')).toBe(sign(NEW).get('cookie'));
    expect(signedAnew(sign('forged by somebody'), NEW).get('cookie')).toBe(
      sign('forged by somebody').get('cookie'),
    );
  });

  it('lets other clients renew what it has signed', () => {
    const derive = (secret: string) => createHmac('sha256', secret).update('clients').digest('hex');
    const { refresh } = newPair(derive(OLD), 'a'.repeat(24));
    expect(tokenOfRefresh(derivedSecret(NEW, derive), refresh)).toBeUndefined();
    noteSecretBefore(NEW, OLD);
    expect(tokenOfRefresh(derivedSecret(NEW, derive), refresh)).toBe('a'.repeat(24));
  });
});
