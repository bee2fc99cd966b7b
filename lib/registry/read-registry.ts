import 'server-only';
/**
 * What an admin reads in the operator's registry: a search, the versions of a server, and one version with what it
 * takes to add it.
 */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { assertAdmin } from '@/lib/servers/rights';
import { askRegistry, type RegistrySettings, registryAddress } from './ask-registry';
import { packageOf } from './package-lines';
import type { RegistryEntry, RegistryPage, RegistryServer } from './registry-view';
import { remoteOf } from './remotes';
import { entrySchema, type GivenEntry, listSchema, serverSchema } from './server-json';

export interface RegistryContext {
  db: Queryable;
  caller: Caller;
  settings: RegistrySettings;
  signal: AbortSignal;
}

const PAGE = 30;

/**
 * The latest version of each server that is found.
 * @throws AppError forbidden, not_found, unavailable
 */
export async function searchRegistry(
  context: RegistryContext,
  { search, cursor }: { search: string; cursor?: string | undefined },
): Promise<RegistryPage> {
  const query = new URLSearchParams({ version: 'latest', limit: String(PAGE) });
  if (search !== '') query.set('search', search);
  if (cursor !== undefined) query.set('cursor', cursor);
  return list(context, `servers?${query}`);
}

/** @throws AppError as `searchRegistry` */
export async function readVersions(context: RegistryContext, name: string): Promise<RegistryPage> {
  const page = await list(context, `servers/${encodeURIComponent(name)}/versions`);
  // Entries about other servers are dropped.
  return { ...page, entries: page.entries.filter((entry) => entry.name === name), next: null };
}

/** @throws AppError as `searchRegistry`; also unavailable if it answers about another server */
export async function readVersion(
  context: RegistryContext,
  name: string,
  version: string,
): Promise<RegistryServer> {
  await assertAdmin(context.db, context.caller);
  const path = `servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
  const given = await askRegistry(context.settings, path, serverSchema, context.signal);
  const { server } = given;
  if (server.name !== name || server.version !== version) {
    const { host } = registryAddress(context.settings);
    throw new AppError('unavailable', `The registry ${host} told of another server than it was asked for.`);
  }
  const entry = entryOf(given);
  const suggested = suggestedName(name);
  return {
    ...entry,
    website: server.websiteUrl || null,
    repository: server.repository?.url || null,
    suggested,
    remotes: (server.remotes ?? []).map((remote) => remoteOf(remote, entry.status === 'deleted')),
    packages: (server.packages ?? []).map((one) => packageOf(one, suggested)),
  };
}

async function list(context: RegistryContext, path: string): Promise<RegistryPage> {
  await assertAdmin(context.db, context.caller);
  const { servers, metadata } = await askRegistry(context.settings, path, listSchema, context.signal);
  const given = servers ?? [];
  const entries = given.flatMap((one) => {
    const parsed = entrySchema.safeParse(one);
    return parsed.success ? [entryOf(parsed.data)] : [];
  });
  const { host } = registryAddress(context.settings);
  return { host, entries, leftOut: given.length - entries.length, next: metadata?.nextCursor || null };
}

function entryOf({ server, _meta }: GivenEntry): RegistryEntry {
  const { status, statusMessage, publishedAt, isLatest } =
    _meta?.['io.modelcontextprotocol.registry/official'] ?? {};
  return {
    name: server.name,
    title: server.title || null,
    description: server.description,
    version: server.version,
    status: status ?? null,
    statusMessage: statusMessage || null,
    publishedAt: publishedAt ?? null,
    isLatest: isLatest === true,
  };
}

/** From its last part, in the characters allowed for names here. */
function suggestedName(name: string): string {
  const last = name.slice(name.indexOf('/') + 1).toLowerCase();
  const plain = last.replace(/[^a-z0-9_-]+/g, '-').replace(/_{2,}/g, '_');
  return (
    plain
      .slice(0, 32)
      .replace(/[_-]+$/, '')
      .replace(/^-+/, '') || 'server'
  );
}
