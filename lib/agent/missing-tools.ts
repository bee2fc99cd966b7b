import 'server-only';
/** Messages about tools that are missing because their servers cannot be used now. */
import type { Caller } from '@/lib/people/caller';
import type { ConnectionProblem } from '@/lib/tools/types';

/** The tools of some servers are missing. */
export interface MissingTools {
  /** Names of the servers, sorted. */
  servers: string[];
  /** For the person who asked. */
  text: string;
  /** The same by server, for those who may know why: sorted, one entry each. */
  reasons?: { server: string; why: string }[];
  /** Servers that lack a sign-in, sorted; absent if there are none. */
  signIn?: string[];
}

/** Reasons may reveal facts about the installation: admins read them, others only learn which servers are concerned. */
export function missingFor({ role }: Caller, problems: ConnectionProblem[]): MissingTools | undefined {
  if (problems.length === 0) return undefined;
  const servers = [...new Set(problems.map(({ server }) => server))].sort();
  const lacking = new Set(problems.flatMap(({ kind, server }) => (kind === 'needs-sign-in' ? server : [])));
  const signIn = lacking.size > 0 && { signIn: [...lacking].sort() };
  if (role !== 'admin') return { servers, text: withoutReasons(servers, lacking), ...signIn };
  const reasons = servers.map((server) => {
    const told = problems.flatMap((problem) => (problem.server === server ? [problem.message] : []));
    // The notice says this once for all of them.
    return { server, why: told.join(' ').replaceAll(' Its tools are missing.', '') };
  });
  const why = reasons.map((one) => `${one.server}: ${one.why}`).join(' ');
  return { servers, text: `Some tools are missing. ${why}`, reasons, ...signIn };
}

/** That nobody has signed in reveals nothing about the installation. */
function withoutReasons(servers: readonly string[], lacking: ReadonlySet<string>): string {
  const others = servers.filter((server) => !lacking.has(server));
  const sentences = [
    ...(lacking.size > 0
      ? [`Tools are missing for want of a sign-in: ${[...lacking].sort().join(', ')}.`]
      : []),
    ...(others.length > 0
      ? [`Some tools are missing. An admin can see why. Servers concerned: ${others.join(', ')}.`]
      : []),
  ];
  return sentences.join(' ');
}
