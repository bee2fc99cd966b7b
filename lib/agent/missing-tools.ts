import 'server-only';
/** What is said of tools that are missing, since their servers cannot be used now. */
import type { Caller } from '@/lib/people/caller';
import type { ConnectionProblem } from '@/lib/tools/types';

/** That tools of some servers are missing. */
export interface MissingTools {
  /** Names of the servers, sorted. */
  servers: string[];
  /** For the person who asked. */
  text: string;
  /** The same server by server, for anyone who may know why: sorted, one entry each. */
  reasons?: { server: string; why: string }[];
  /** Those of them at which a sign-in is lacking, sorted; absent: none. */
  signIn?: string[];
}

/** Why tools are missing may tell of the installation: admins read it, others only which servers it is about. */
export function missingFor({ role }: Caller, problems: ConnectionProblem[]): MissingTools | undefined {
  if (problems.length === 0) return undefined;
  const servers = [...new Set(problems.map(({ server }) => server))].sort();
  const lacking = new Set(problems.flatMap(({ kind, server }) => (kind === 'needs-sign-in' ? server : [])));
  const signIn = lacking.size > 0 && { signIn: [...lacking].sort() };
  if (role !== 'admin') return { servers, text: withoutReasons(servers, lacking), ...signIn };
  const reasons = servers.map((server) => {
    const told = problems.flatMap((problem) => (problem.server === server ? [problem.message] : []));
    // The notice says it of all of them.
    return { server, why: told.join(' ').replaceAll(' Its tools are missing.', '') };
  });
  const why = reasons.map((one) => `${one.server}: ${one.why}`).join(' ');
  return { servers, text: `Some tools are missing. ${why}`, reasons, ...signIn };
}

/** That nobody has signed in tells nothing of the installation. */
function withoutReasons(servers: readonly string[], lacking: ReadonlySet<string>): string {
  const others = servers.filter((server) => !lacking.has(server));
  const sentences = [
    ...(lacking.size > 0
      ? [`Tools are missing for want of a sign-in: ${[...lacking].sort().join(', ')}.`]
      : []),
    ...(others.length > 0 ? [`Some tools are missing. An admin can see why: ${others.join(', ')}.`] : []),
  ];
  return sentences.join(' ');
}
