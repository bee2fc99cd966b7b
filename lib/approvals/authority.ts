import 'server-only';
/**
 * The state of everything but the tool that the policy looks at, read from the database. Read again for every
 * judgement, and right before a call is sent.
 */
import type { Queryable } from '@/db/client';
import { AppError } from '@/lib/errors';
import {
  type CallPlace,
  type CallRow,
  type Fence,
  heldOf,
  type NewCall,
  openCallBy,
} from '@/lib/execution/ledger';
import { grantFor } from '@/lib/grants/grants';
import type { Caller } from '@/lib/people/caller';
import type { Coverage } from '@/lib/plans/coverage';
import { type Halt, haltOf, haltsAt } from '@/lib/policy/halts';
import {
  isGrantable,
  judge,
  POLICY_VERSION,
  type Role,
  type Situation,
  type Verdict,
} from '@/lib/policy/policy';
import { overridesFor, rulesFor } from '@/lib/rules/policy-rules';
import { rulesHash } from '@/lib/rules/rules-hash';
import { type AuthorityRow, findAuthority, findCardAuthority, insertJudgedCall } from '@/lib/store/authority';
import type { Outside } from '@/lib/store/conversation/outside-words';
import type { ConnectedTool } from '@/lib/tools/types';
import { canonicalJson, sha256Hex } from '@/lib/values/canonical-json';
import { quoted, visible } from '@/lib/values/text';

export interface Authority extends Omit<AuthorityRow, 'role' | 'policyVersion' | 'halts' | 'place'> {
  /** Active halts that apply here. */
  halts: Halt[];
  /** The ids of people for whom everything is stopped. */
  haltedPeople: string[];
  /** Of the person for whom the call is made. */
  role: Role;
  /** Covers our rules and the team's; stored with every approval. */
  policyVersion: string;
}

/**
 * What a call in this chat is judged by now.
 * @param caller for whom: the chat's owner
 * @param run that makes the call; with its fence, this process must still hold it: a process that was suspended for
 * long is taken for dead, and another may have begun the answer again
 * @param step of the answer, in which the call is made
 * @throws AppError if the chat or the run is gone, or the owner's role or team is not what the run began with
 */
export async function readAuthority(
  db: Queryable,
  chatId: string,
  caller: Caller,
  run?: Fence | Pick<Fence, 'runId'>,
  step?: number,
): Promise<Authority> {
  const found = await findAuthority(db, chatId, run?.runId, step);
  const authority = authorityFor(caller, found?.authority);
  const fence = run && 'fence' in run ? run.fence : undefined;
  if (fence !== undefined && (found?.run?.status !== 'running' || found.run.fence !== fence)) {
    throw new AppError('conflict', 'This answer was given up meanwhile. Nothing ran.');
  }
  return authority;
}

/**
 * Records that a call was made, as `openCall` does, and reads what it is judged by in the same statement.
 * @returns its row; and the authority, or throws, as `readAuthority`
 */
export async function openJudged(
  db: Queryable,
  place: CallPlace,
  call: NewCall,
  fence: Fence,
): Promise<{ row: CallRow; authority: () => Authority }> {
  let found: AuthorityRow | undefined;
  const row = await openCallBy(db, place, call, async (made) => {
    const { inserted, authority } = await insertJudgedCall(db, made, heldOf(fence));
    found = authority;
    return inserted;
  });
  return { row, authority: () => authorityFor(place.caller, found) };
}

function authorityFor(caller: Caller, authority: AuthorityRow | undefined): Authority {
  if (!authority || authority.isDeleted) throw new AppError('not_found', 'The chat is gone. Nothing ran.');
  if (authority.role !== caller.role || authority.teamId !== caller.teamId) {
    const message = 'The role of the person who asked has changed. Nothing ran; ask again.';
    throw new AppError('conflict', message);
  }
  return authorityIn(authority, caller.role);
}

function authorityIn({ halts: all, place, ...row }: AuthorityRow, role: Role): Authority {
  const haltedPeople = all.flatMap(({ userId }) => userId ?? []);
  const halts = haltsAt(all, place);
  return { ...row, role, halts, haltedPeople, policyVersion: `${POLICY_VERSION}.${row.policyVersion}` };
}

/** Who asked for a call, and what it is judged by: the basis of a decision. */
export interface CardAuthority {
  requester: Caller;
  authority: Authority;
}

/** @returns nothing if the person has left the team, or the chat is gone */
export async function readCardAuthority(
  db: Queryable,
  approvalId: string,
): Promise<CardAuthority | undefined> {
  const found = await findCardAuthority(db, approvalId);
  if (!found) return undefined;
  const { authority, owner } = found;
  const { role } = authority;
  if (!role || authority.isDeleted || authority.teamId !== owner.teamId) return undefined;
  return { requester: { ...owner, role }, authority: authorityIn(authority, role) };
}

/** The parts of a tool that are judged. */
type Judged = Pick<ConnectedTool, 'server' | 'name' | 'trusted' | 'risk' | 'asksAlways' | 'proposes'>;

/** The policy's input for a call of this tool. */
export function situationOf(
  tool: Judged,
  authority: Pick<Authority, 'mode' | 'role' | 'outside' | 'rules' | 'takesBack' | 'halts'>,
): Situation {
  const { mode, role, outside, rules, takesBack, halts } = authority;
  const halt = haltOf(halts, tool);
  return {
    mode,
    role,
    ...overridesFor(rules, tool, takesBack),
    tainted: outside !== null,
    ...(halt && { halt }),
  };
}

/** The ruling on one call, stored with an approval. */
export interface Ruling extends Verdict {
  /** The person who confirms has to enter their password again. */
  critical: boolean;
  /** Calls like this one can be allowed ahead. */
  grantable: boolean;
  /** How long a card waits; null: a day. */
  openForHours: number | null;
  /** How long it is held after it is confirmed, in seconds; null: not at all. */
  holdSeconds: number | null;
  policyVersion: string;
  /** The grant by which it runs, if the rule is `grant`. */
  grantId?: string;
}

/**
 * Judges a call under the present state. What is critical is never allowed ahead.
 * @param isGranted by a grant that was already spent on this very call and need not have uses left
 * @param coverage what a plan's confirmation covers, if the call is one of its steps
 */
export function judgeNow(
  tool: Judged & Pick<ConnectedTool, 'contractHash'>,
  input: unknown,
  authority: Authority,
  isGranted = false,
  coverage?: Coverage,
): Ruling {
  const { rules, policyVersion, outside, takesBack } = authority;
  const { critical, openForHours, holdSeconds } = rulesFor(rules, tool, takesBack);
  const isOpen = isOpenToGrants(tool, authority);
  const grant = isOpen ? grantFor(authority.grants, tool, rulesHash(tool, authority), input) : undefined;
  const granted = grant !== undefined || (isGranted && isOpen);
  const repeated = ranElsewhere(tool, input, authority);
  const planned = coverage && ('covers' in coverage ? coverage.covers : 'apart');
  const situation = { ...situationOf(tool, authority), granted, repeated };
  const verdict = judge(tool, planned ? { ...situation, planned } : situation);
  const why = verdict.rule === 'outside' && outside ? ` ${sourceOf(outside)}` : whyApart(verdict, coverage);
  const grantable = isGrantableNow(tool, authority);
  const ruling = {
    ...verdict,
    reason: verdict.reason + why,
    critical,
    grantable,
    openForHours,
    holdSeconds,
    policyVersion,
  };
  return verdict.rule === 'grant' && grant ? { ...ruling, grantId: grant.id } : ruling;
}

function whyApart({ effect }: Verdict, coverage: Coverage | undefined): string {
  const why = coverage && 'apart' in coverage && effect !== 'deny' ? coverage.apart : '';
  return why && ` ${why}`;
}

/** Whether this very call has run in a branch of the chat that is not shown. */
function ranElsewhere({ server, name }: Judged, input: unknown, { elsewhere }: Authority): boolean {
  const same = elsewhere.filter((done) => done.server === server && done.tool === name);
  if (same.length === 0) return false;
  const inputHash = sha256Hex(canonicalJson(input));
  return same.some((done) => done.inputHash === inputHash);
}

/** Whether calls like this one can be allowed ahead. */
export function isGrantableNow(tool: Judged, authority: Authority): boolean {
  return isOpenToGrants(tool, authority) && isGrantable(tool, situationOf(tool, authority));
}

/** Neither a critical call nor one that takes back a call with rules of its own can be allowed ahead. */
export function isOpenToGrants(tool: Judged, authority: Pick<Authority, 'rules' | 'takesBack'>): boolean {
  const { critical } = rulesFor(authority.rules, tool, authority.takesBack);
  return !critical && !isBound(tool, authority);
}

/** Whether any rule applies to what the call takes back: allowing the inverse ahead does not allow that. */
function isBound(tool: Judged, { rules, takesBack }: Pick<Authority, 'rules' | 'takesBack'>): boolean {
  return takesBack.length > 0 && rulesHash(tool, { rules, takesBack }) !== rulesHash(tool, { rules });
}

/**
 * Names the source of words from outside. Names given by others are data: shortened, and with invisible characters made
 * visible.
 */
function sourceOf(outside: Outside): string {
  if ('imported' in outside) return `The chat was imported from ${outside.imported}.`;
  if ('file' in outside) return `It came with the file ${quoted(outside.file, 100)}.`;
  const { server, tool } = outside;
  return `It came with a result of ${JSON.stringify(visible(tool.slice(0, 100)))} of the server ${server}.`;
}
