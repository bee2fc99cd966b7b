/** A directory for tests: it sends the requests of real directories, with a token or without. */

import * as group from '@/app/api/scim/v2/Groups/[id]/route';
import * as groups from '@/app/api/scim/v2/Groups/route';
import * as types from '@/app/api/scim/v2/ResourceTypes/route';
import * as schemas from '@/app/api/scim/v2/Schemas/route';
import * as configuration from '@/app/api/scim/v2/ServiceProviderConfig/route';
import * as user from '@/app/api/scim/v2/Users/[id]/route';
import * as users from '@/app/api/scim/v2/Users/route';

export const BASE = 'http://amber.test/api/scim/v2';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Route = Record<Method, Handler>;

/** By the first part of the path, without and with an id. */
const ROUTES: Record<string, [Route] | [Route, Route]> = {
  Groups: [groups, group],
  Users: [users, user],
  ServiceProviderConfig: [configuration],
  Schemas: [schemas],
  ResourceTypes: [types],
};

/** The fields of any answer that tests look at. */
export interface ScimBody {
  schemas: string[];
  id: string;
  userName: string;
  displayName: string;
  externalId?: string;
  active: boolean;
  members?: { value: string }[];
  status: string;
  scimType?: string;
  totalResults: number;
  Resources: ScimBody[];
}

export interface ScimAnswer {
  status: number;
  headers: Headers;
  /** Empty if there was no body. */
  body: ScimBody;
}

export class ScimClient {
  constructor(readonly token: string | null) {}

  async ask(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const url = new URL(`${BASE}/${path}`);
    const [name = '', id] = path.split('?')[0]?.split('/') ?? [];
    const [all, one] = ROUTES[name] ?? [];
    const route = id === undefined ? all : one;
    if (!route) throw new Error(`There is no ${path}.`);
    const request = new Request(url, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const params: Record<string, string> = id === undefined ? {} : { id };
    const answer = await route[method](request, { params: Promise.resolve(params) });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text || '{}') };
  }
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The request with which Okta creates a user. */
export const oktaUser = (email: string, more: object = {}) => ({
  schemas: [USER],
  userName: email,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Ada Byron',
  locale: 'en-US',
  externalId: `00u-${email}`,
  groups: [],
  active: true,
  ...more,
});

/** The request with which Microsoft Entra creates a user. */
export const entraUser = (email: string, more: object = {}) => ({
  schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${email}`,
  userName: email,
  active: true,
  displayName: 'Lee Gu',
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Lee Gu', familyName: 'Gu', givenName: 'Lee' },
  title: 'Engineer',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Optics' },
  ...more,
});

export const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
/** Entra: capital letters, and a string for a boolean. */
export const entraOff = patch({ op: 'Replace', path: 'active', value: 'False' });
/** Okta: without a path. */
export const oktaOff = patch({ op: 'replace', value: { active: false } });
