/**
 * Whether a person had decided an execution, checked at the moment the server is told to run it: what is in the
 * database then was decided before.
 */
import { and, eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { schema } from '@/db/schema/all';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';

const { approvals, calls } = schema;

/** One call as its server received it. */
export interface Execution {
  serverUrl: string;
  tool: string;
  input: unknown;
  /** From the call's `_meta`; empty if absent. */
  callId: string;
}

/**
 * Why the execution does not count as decided; undefined if it does.
 * @param definition of the tool as its server declares it now
 * @param used ids of approvals used by executions: this one's is added
 */
export async function undecided(
  db: Database,
  { callId, serverUrl, tool, input }: Execution,
  definition: unknown,
  used: Set<string>,
): Promise<string | undefined> {
  const [found] = await db
    .select({ approval: approvals, call: calls })
    .from(calls)
    .innerJoin(approvals, and(eq(approvals.runId, calls.runId), eq(approvals.toolCallId, calls.toolCallId)))
    .where(and(eq(calls.id, callId), eq(approvals.status, 'confirmed')));
  if (!found) return 'nobody confirmed it';
  const { approval, call } = found;
  if (!approval.decidedBy || !approval.decidedAt || !call.decidedBy) return 'it was decided by nobody';
  if (used.has(approval.id)) return 'its decision was used before';
  used.add(approval.id);
  const definitionHash = sha256Hex(canonicalJson(definition));
  const inputHash = sha256Hex(canonicalJson(input));
  if (approval.tool !== tool || approval.serverUrl !== serverUrl) return 'another tool was confirmed';
  if (approval.inputHash !== inputHash) return 'other arguments were confirmed';
  const isSame = approval.definitionHash === definitionHash && call.definitionHash === definitionHash;
  return isSame ? undefined : 'another definition was confirmed';
}
