/** A registry on a free port of this machine, which records every request and answers with what it is given. */
import type { ServerResponse } from 'node:http';
import { type Asked, json, type Recorder, record } from '@/lib/authorization/testing/recorder';

export interface TestRegistry extends Recorder {
  /** Its list, in this order. */
  entries: object[];
  next: string | null;
  /** Answers instead. */
  instead?: ((asked: Asked, response: ServerResponse) => void) | undefined;
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

/** An entry as the official registry returns it. */
export const entry = (server: object, official: object = {}) => ({
  server: { name: 'io.example/notes', description: 'Keeps notes.', version: '1.0.0', ...server },
  _meta: {
    [OFFICIAL]: { status: 'active', publishedAt: '2026-01-02T03:04:05Z', isLatest: true, ...official },
  },
});

/** A server at this address whose host and key have to be entered; a package; and an icon that must not be fetched. */
export function keyedEntry(origin: string, address: string) {
  const variables = { key: { isRequired: true, isSecret: true } };
  const remote = {
    type: 'streamable-http',
    url: `http://{host}${new URL(address).pathname}`,
    variables: { host: { description: 'Where it is.' } },
    headers: [{ name: 'Authorization', value: 'Bearer {key}', variables }],
  };
  const packages = [{ registryType: 'npm', identifier: 'notes' }];
  return entry({ title: 'Notes\u202e', remotes: [remote], packages, icons: [{ src: `${origin}/icon.png` }] });
}

export async function startRegistry(...entries: object[]): Promise<TestRegistry> {
  const recorder = await record((asked, response) => {
    if (registry.instead) return registry.instead(asked, response);
    const [, , , name, , version] = asked.path.split('/');
    const servers = registry.entries as ReturnType<typeof entry>[];
    const metadata = { count: servers.length, nextCursor: registry.next };
    if (name === undefined) return json(response, { servers, metadata });
    const named = servers.filter(({ server }) => server?.name === decodeURIComponent(name));
    if (version === undefined) return json(response, { servers: named, metadata: {} });
    const found = named.find(({ server }) => server.version === decodeURIComponent(version));
    return found ? json(response, found) : json(response, { error: 'Server not found' }, 404);
  });
  const registry: TestRegistry = Object.assign(recorder, { entries, next: null });
  return registry;
}
