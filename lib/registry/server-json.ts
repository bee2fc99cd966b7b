/**
 * The format of registries' answers (API v0.1, `server.json`), as far as it is used. Unknown fields are ignored,
 * overlong values are rejected.
 */
import { z } from 'zod';
import { VARIABLE } from './address-template';
import { MOST_NAME, MOST_VERSION } from './registry-view';

/** Cut, since it is only for reading. */
const words = (most: number) => z.string().transform((text) => text.slice(0, most));

const inputShape = {
  description: words(1_000).nullish(),
  placeholder: words(300).nullish(),
  default: z.string().max(4_000).nullish(),
  value: z.string().max(4_000).nullish(),
  choices: z.array(z.string().max(500)).max(200).nullish(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).nullish(),
  isRequired: z.boolean().nullish(),
  isSecret: z.boolean().nullish(),
};
const input = z.object(inputShape);
export type GivenInput = z.infer<typeof input>;

const variables = z
  .record(z.string().regex(VARIABLE, 'has a name that no variable has'), input)
  .refine((all) => Object.keys(all).length <= 40, 'has more than 40')
  .nullish();

const keyValue = z.object({ ...inputShape, name: z.string().min(1).max(100), variables });
export type GivenKeyValue = z.infer<typeof keyValue>;

const remote = z.object({
  type: z.string().max(50),
  url: z.string().min(1).max(2_000),
  headers: z.array(keyValue).max(50).nullish(),
  variables,
});
export type GivenRemote = z.infer<typeof remote>;

const argument = z.object({
  ...inputShape,
  variables,
  type: z.enum(['positional', 'named']),
  name: z.string().max(200).nullish(),
  valueHint: z.string().max(200).nullish(),
});
export type GivenArgument = z.infer<typeof argument>;

const packaged = z.object({
  registryType: z.string().max(50),
  registryBaseUrl: z.string().max(500).nullish(),
  identifier: z.string().min(1).max(1_000),
  version: z.string().max(MOST_VERSION).nullish(),
  fileSha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/)
    .nullish(),
  transport: z.object({ type: z.string().max(50) }).nullish(),
  runtimeArguments: z.array(argument).max(100).nullish(),
  packageArguments: z.array(argument).max(100).nullish(),
  environmentVariables: z.array(keyValue).max(100).nullish(),
});
export type GivenPackage = z.infer<typeof packaged>;

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
export const serverName = z.string().min(3).max(MOST_NAME).regex(NAME, 'is no name of a server');
/** It becomes part of a path. */
export const serverVersion = z
  .string()
  .min(1)
  .max(MOST_VERSION)
  .refine((version) => !/^\.{1,2}$/.test(version) && version.isWellFormed(), 'is no version');

const headShape = {
  name: serverName,
  title: words(200).nullish(),
  description: words(1_000),
  version: serverVersion,
};
const official = z.object({
  status: z.enum(['active', 'deprecated', 'deleted']).nullish().catch(null),
  statusMessage: words(500).nullish().catch(null),
  publishedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
  isLatest: z.boolean().nullish().catch(null),
});
const meta = z
  .object({ 'io.modelcontextprotocol.registry/official': official.nullish().catch(null) })
  .nullish()
  .catch(null);

export const entrySchema = z.object({ server: z.object(headShape), _meta: meta });
export type GivenEntry = z.infer<typeof entrySchema>;

export const listSchema = z.object({
  servers: z.array(z.unknown()).max(1_000).nullable(),
  metadata: z.object({ nextCursor: z.string().max(500).nullish() }).nullish(),
});

export const serverSchema = z.object({
  server: z.object({
    ...headShape,
    websiteUrl: words(500).nullish(),
    repository: z
      .object({ url: words(500).nullish() })
      .nullish()
      .catch(null),
    remotes: z.array(remote).max(20).nullish(),
    packages: z.array(packaged).max(20).nullish(),
  }),
  _meta: meta,
});
