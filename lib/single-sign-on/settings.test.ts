/**
 * The operator's settings of providers, and how a mistake is reported: with the entry and the field, without the value.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roleOfGroups, saidIn } from './claims';
import { readProviders } from './settings';

const OWN = { OIDC_ISSUER: 'https://login.test/realm', OIDC_CLIENT_ID: 'amber', OIDC_TEAM: 'Halden' };
const ENTRY = { id: 'a', name: 'A', issuer: 'https://a.test', clientId: 'amber', team: 'Halden' };

function fromFile(providers: unknown, variables: Record<string, string> = {}) {
  const file = join(mkdtempSync(join(tmpdir(), 'amber-oidc-')), 'providers.json');
  writeFileSync(file, typeof providers === 'string' ? providers : JSON.stringify({ providers }));
  return readProviders({ oidcFile: file }, (name) => variables[name]);
}

describe('the settings of single sign-on', () => {
  it('are none, one, or several', () => {
    expect(readProviders({ oidc: {} })).toEqual([]);
    const [own] = readProviders({
      oidc: {
        ...OWN,
        OIDC_DOMAINS: 'Halden.example, b.test',
        OIDC_FORCED: '1',
        OIDC_ROLE_CLAIM: 'groups',
        OIDC_ROLES: 'a=b=admin, staff=member',
      },
    });
    expect(own).toMatchObject({
      id: 'company',
      domains: ['halden.example', 'b.test'],
      forced: true,
      defaultRole: null,
    });
    expect(own?.roles).toEqual({ 'a=b': 'admin', staff: 'member' });
    const all = fromFile(
      [
        { ...ENTRY, clientSecretVariable: 'THEIRS' },
        { ...ENTRY, id: 'b', issuer: 'https://b.test' },
      ],
      { THEIRS: 's' },
    );
    expect(all.map(({ id, clientSecret }) => [id, clientSecret])).toEqual([
      ['a', 's'],
      ['b', undefined],
    ]);
  });

  it.each([
    [{ ...OWN, OIDC_ISSUER: '' }, /OIDC_ISSUER is missing/],
    [{ ...OWN, OIDC_TEAM: '' }, /OIDC_TEAM is missing/],
    [{ ...OWN, OIDC_ISSUER: 'http://login.test' }, /OIDC_ISSUER: must be the https/],
    [{ ...OWN, OIDC_ISSUER: 'https://user:pass@login.test' }, /OIDC_ISSUER/],
    [{ ...OWN, OIDC_FORCED: 'yes', OIDC_DOMAINS: 'a.test' }, /OIDC_FORCED is not valid/],
    [{ ...OWN, OIDC_FORCED: '1' }, /forced needs the domains/],
    [{ ...OWN, OIDC_ROLES: 'staff=boss', OIDC_ROLE_CLAIM: 'groups' }, /OIDC_ROLES/],
    [{ ...OWN, OIDC_ROLES: 'staff=member' }, /go together/],
    [{ ...OWN, OIDC_DOMAINS: '@a.test' }, /OIDC_DOMAINS: must be a domain/],
  ])('%j is refused', (oidc, words) => {
    expect(() => readProviders({ oidc })).toThrow(words);
  });

  it.each<[unknown, RegExp]>([
    ['{', /cannot be read as JSON/],
    [[], /at least one provider/],
    [[{ ...ENTRY, clientSecret: 'hunter2' }], /the provider "a":.*clientSecret/],
    [[{ ...ENTRY, clientSecretVariable: 'hunter 2' }], /the NAME of an environment variable/],
    [[{ ...ENTRY, clientSecretVariable: 'UNSET' }], /a variable that is not set/],
    [[ENTRY, ENTRY], /two providers have the id "a"/],
    [
      [
        { ...ENTRY, domains: ['x.test'] },
        { ...ENTRY, id: 'b', issuer: 'https://b.test', domains: ['x.test'] },
      ],
      /two providers name the domain/,
    ],
    [[{ ...ENTRY, parameters: { redirect_uri: 'https://evil.test' } }], /set by the protocol itself/],
    [[{ ...ENTRY, id: 'Not So' }], /the provider number 1: id/],
  ])('a file with %j is refused', (given, words) => {
    let told = '';
    try {
      fromFile(given);
    } catch (error) {
      told = (error as Error).message;
    }
    expect(told).toMatch(words);
    expect(told).not.toContain('hunter');
  });
});

describe('what a provider says', () => {
  const [provider] = readProviders({
    oidc: {
      ...OWN,
      OIDC_DOMAINS: 'a.test',
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ROLES: 'x=viewer,y=admin',
    },
  });
  if (!provider) throw new Error('There is no provider.');

  it('is the highest role of its groups, found by a path, and none of what an object has anyway', () => {
    const role = (claims: object) => saidIn({ sub: '1', ...claims }, provider).role;
    expect(role({ realm_access: { roles: ['x', 'y'] } })).toBe('admin');
    expect(role({ 'realm_access.roles': 'x' })).toBe('viewer');
    expect(role({ realm_access: { roles: ['constructor', '__proto__', 7] } })).toBeNull();
    expect(role({})).toBeUndefined();
    expect(roleOfGroups(['toString'], { roles: {}, defaultRole: 'member' })).toBe('member');
  });

  it('is an address only in its usual form, and theirs only when verified in a named domain', () => {
    const said = (email: unknown, email_verified: unknown = true) =>
      saidIn({ sub: '1', email, email_verified }, provider);
    expect(said('Ada@A.test')).toMatchObject({ email: 'ada@a.test', isTheirs: true });
    expect(said('ada@a.test', 'true').isTheirs).toBe(false);
    for (const odd of ['ada', 'a da@a.test', 'ada@b.test@a.test ', 'ada@\u0430.test', 7, null])
      expect(said(odd).isTheirs).toBe(false);
  });
});
