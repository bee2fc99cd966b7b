/**
 * One row of the table of servers: listed by the reference client and by Amber, called through the model, vouched for.
 */
import type { ServersView, ServerView } from '../../lib/servers/servers-view.ts';
import type { Amber } from './amber.ts';
import { type CallSeen, tryCall } from './call.ts';
import { type Ready, ready } from './entry.ts';
import { referenceList } from './reference.ts';
import { nameOf, type ServerSpec } from './specs.ts';

/** A program may need time to start, and twice as much on a busy machine. */
const LIST_MS = 60_000;
const PART_MS = 6_000;

export interface ServerRow {
  name: string;
  /** Tools of the reference client; null: it gets none, and why. */
  reference: number | null;
  refusal?: string;
  /** How many of them are only for the server's own page, and not for a model. */
  forPage?: number;
  /** Of Amber. */
  amber: number | null;
  /** What the *Servers* page shows if it lists none. */
  reason?: string;
  /** Read-only, write, destructive or partly declared, undeclared. */
  hints: [number, number, number, number];
  /** After vouching, in the default mode. */
  runs: number;
  asks: number;
  calls: (CallSeen & { words: number })[];
  /** Secrets of its `args` that were included in a response to an admin, of this team or another. */
  leaks: number;
  /** Why it was never tried. */
  missing?: string;
  /** It was begun, and stopped by this. */
  broken?: string;
}

export function untried(spec: ServerSpec): ServerRow {
  const nothing = { reference: null, amber: null, runs: 0, asks: 0, calls: [], leaks: 0 };
  return { name: nameOf(spec), ...nothing, hints: [0, 0, 0, 0] };
}

export async function tryServer(
  amber: Amber,
  spec: ServerSpec,
  given: Record<string, string>,
): Promise<ServerRow> {
  const row = untried(spec);
  let server: Ready;
  try {
    server = await ready(spec, given);
  } catch (error) {
    return { ...row, missing: error instanceof Error ? error.message : String(error) };
  }
  try {
    const { tools, refusal } = await referenceList(server, spec.type === 'sse');
    server.clear();
    amber.listServers({ [server.name]: server.entry });
    const forPage = (tools ?? []).filter(({ isForPageOnly }) => isForPageOnly).length;
    const view = await listed(amber, server.name, (tools?.length ?? 0) - forPage);
    const words = new Map((tools ?? []).map((tool) => [tool.name, tool.description.trim().length]));
    Object.assign(row, {
      reference: tools?.length ?? null,
      ...(refusal && { refusal }),
      forPage,
      amber: view?.state === 'ready' ? view.tools : null,
      reason: [
        view?.lastError?.message ?? (await problemOf(amber, server.name)),
        ...(view?.stderr ?? []).slice(-4),
      ].join(' '),
      hints: hintsOf(view),
      leaks: await leaks(amber, spec),
    });
    for (const call of view?.state === 'ready' ? (spec.calls ?? []) : []) {
      const seen = await tryCall(amber, server.name, call, filled(call.input, server.fill));
      row.calls.push({ ...seen, words: words.get(call.tool) ?? 0 });
    }
    if (view?.state === 'ready') Object.assign(row, await vouched(amber, server.name));
    return row;
  } finally {
    amber.listServers({});
    server.stop();
  }
}

/** @param wanted this many tools; some servers list only a part first, and notify of more soon after */
async function listed({ admin }: Amber, name: string, wanted: number): Promise<ServerView | undefined> {
  const until = Date.now() + LIST_MS;
  let partUntil = until;
  for (let found: ServerView | undefined; ; ) {
    // Requesting the tools makes Amber connect.
    await admin.call('GET', '/api/tools');
    const { body } = await admin.call<ServersView>('GET', '/api/servers');
    found = body.servers.find(({ server }) => server === name);
    const isPart = found?.state === 'ready' && found.tools !== null;
    if (isPart) partUntil = Math.min(partUntil, Date.now() + PART_MS);
    const isKnown = isPart && ((found?.tools ?? 0) >= wanted || Date.now() >= partUntil);
    const isLost = found?.state === 'failed' || found?.state === 'needs-sign-in';
    if (isKnown || isLost || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** The chat's message about a server without tools. */
async function problemOf({ admin }: Amber, name: string): Promise<string | undefined> {
  const { body } = await admin.call<{ problems: { server: string; message: string }[] }>('GET', '/api/tools');
  return body.problems.find(({ server }) => server === name)?.message;
}

function hintsOf(view: ServerView | undefined): ServerRow['hints'] {
  const hints: ServerRow['hints'] = [0, 0, 0, 0];
  for (const { declared, believed } of view?.reviews ?? []) {
    const isSilent = declared.readOnlyHint === undefined && declared.destructiveHint === undefined;
    const place = isSilent ? 3 : ({ 'read-only': 0, write: 1, destructive: 2 } as const)[believed.risk];
    hints[place]++;
  }
  return hints;
}

/** How many would run and how many would ask once an admin has vouched, according to the policy. */
async function vouched({ admin }: Amber, name: string): Promise<{ runs: number; asks: number }> {
  const { body } = await admin.call<ServersView>('GET', '/api/servers');
  const view = body.servers.find(({ server }) => server === name);
  const tools = (view?.reviews ?? []).map(({ name: tool, definitionHash }) => ({ tool, definitionHash }));
  await admin.call('PUT', `/api/servers/${name}/trust`, { tools });
  const listing = await admin.call<{ tools: { server: string; policy: string }[] }>('GET', '/api/tools');
  const own = listing.body.tools.filter(({ server }) => server === name);
  await admin.call('DELETE', `/api/servers/${name}/trust`);
  const runs = own.filter(({ policy }) => policy === 'allow').length;
  return { runs, asks: own.length - runs };
}

/** How many of the secrets in its arguments an admin is shown: of this team, or of an unrelated one. */
async function leaks({ admin, outsider }: Amber, { secrets = [] }: ServerSpec): Promise<number> {
  if (secrets.length === 0) return 0;
  const shown = await Promise.all(
    [admin, outsider].map(async (person) => (await person.fetch('GET', '/api/servers')).text()),
  );
  return secrets.filter((secret) => shown.some((text) => text.includes(secret))).length;
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  return JSON.parse(fill(JSON.stringify(value)));
}
