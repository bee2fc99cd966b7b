/** What a directory reads about this server before it begins (RFC 7643, 5 to 7). */
import type { Answer, Asked } from './door';
import { listAnswer } from './filter';
import { USER_SCHEMA } from './person';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const GROUP_SCHEMA = `${CORE}:Group`;

export async function readConfiguration({ directory }: Asked): Promise<Answer> {
  const off = { supported: false };
  return {
    resource: {
      schemas: [`${CORE}:ServiceProviderConfig`],
      patch: { supported: true },
      sort: off,
      etag: off,
      bulk: { ...off, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: off,
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          primary: true,
          description: 'A token that an admin of the team has made for its directory.',
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${directory.base}/ServiceProviderConfig` },
    },
  };
}

const RESOURCES = [
  { name: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'A person of the team' },
  { name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA, description: 'A group that may give a role' },
];

export async function readResourceTypes({ directory }: Asked): Promise<Answer> {
  const all = RESOURCES.map((one) => ({
    schemas: [`${CORE}:ResourceType`],
    id: one.name,
    ...one,
    meta: { resourceType: 'ResourceType', location: `${directory.base}/ResourceTypes/${one.name}` },
  }));
  return { resource: listAnswer(all, { total: all.length, offset: 0 }) };
}

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const USER = [
  attribute('userName', { required: true, uniqueness: 'server', description: 'The mail address' }),
  attribute('displayName'),
  attribute('name', { type: 'complex', subAttributes: [attribute('formatted')] }),
  attribute('active', { type: 'boolean' }),
  attribute('externalId', { caseExact: true }),
  attribute('emails', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
  }),
  attribute('roles', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [attribute('value')],
  }),
];
const GROUP = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('members', {
    type: 'complex',
    multiValued: true,
    subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('display')],
  }),
];

export async function readSchemas({ directory }: Asked): Promise<Answer> {
  const all = [
    { id: USER_SCHEMA, name: 'User', attributes: USER },
    { id: GROUP_SCHEMA, name: 'Group', attributes: GROUP },
  ].map((one) => ({
    schemas: [`${CORE}:Schema`],
    ...one,
    meta: { resourceType: 'Schema', location: `${directory.base}/Schemas/${one.id}` },
  }));
  return { resource: listAnswer(all, { total: all.length, offset: 0 }) };
}
