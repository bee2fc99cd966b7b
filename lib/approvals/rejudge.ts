import 'server-only';
/**
 * Judges pending cards again when the rules have changed, so that each says who is asked and why at present. This
 * decides nothing: if the policy's ruling differs, a new card replaces the old one.
 */
import type { Database, Transaction } from '@/db/client';
import { describeError, log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import { isPlan } from '@/lib/plans/plan-tool';
import { isStricter } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import {
  ALWAYS,
  type ApprovalRow,
  DENIED,
  findOpen,
  listOpen,
  updateReason,
  type WaitingFor,
} from '@/lib/store/approvals';
import { countChange, lockChat } from '@/lib/store/chats';
import { findCaller } from '@/lib/store/people';
import type { ResolvedAnnotations } from '@/mcp/annotations';
import { judgeNow, type Ruling, readAuthority } from './authority';
import type { NotifySettings } from './notify';
import { replaceCard } from './present';
import { ruledBy } from './request';

/**
 * @param rule that the caller set or deleted
 * @returns ids of the chats in which a card has changed
 */
export async function rejudgeWaiting(
  db: Database,
  caller: Caller,
  rule: Pick<PolicyRule, 'server' | 'tool' | 'own'>,
  notify?: NotifySettings,
): Promise<string[]> {
  const { server, tool, own } = rule;
  const requestedBy = own ? caller.userId : null;
  return rejudgeAll(db, { teamId: caller.teamId, server, tool, requestedBy }, notify);
}

/** The same for a chat, including its sub-agents, after an admin declared harmless what had come in from outside. */
export function rejudgeChat(
  db: Database,
  { teamId }: Caller,
  chatId: string,
  notify?: NotifySettings,
): Promise<string[]> {
  return rejudgeAll(db, { teamId, chatId }, notify);
}

async function rejudgeAll(db: Database, of: WaitingFor, notify?: NotifySettings): Promise<string[]> {
  const waiting = await listOpen(db, of);
  const changed = new Set<string>();
  for (const { id, chatId } of waiting) {
    // The rule is set in any case; a card that keeps its old words is judged when somebody confirms it.
    const isNew = await db
      .transaction((tx) => rejudge(tx, id, chatId, notify))
      .catch((error) => log('warn', 'rejudge', describeError(error)));
    if (isNew) changed.add(chatId);
  }
  return [...changed];
}

/** @returns whether its card says something else now */
async function rejudge(
  tx: Transaction,
  id: string,
  chatId: string,
  notify: NotifySettings | undefined,
): Promise<boolean> {
  const chat = await lockChat(tx, chatId);
  const row = await findOpen(tx, id);
  const requester = row && (await findCaller(tx, row.requestedBy));
  // If nothing would run for that person any more, no rule changes that.
  if (!row || chat?.deletedAt || requester?.teamId !== row.teamId) return false;
  // Each of its steps was judged separately, and will be again when somebody confirms it.
  if (isPlan(row)) return false;
  const authority = await readAuthority(tx, chatId, requester, { runId: row.runId });
  const tool = toolOf(row);
  // What a card asks does not depend on a mode that is switched while it waits, on what was allowed ahead since, or on
  // a temporary halt: nobody can confirm it during a halt, and the card stays.
  const asked = { ...authority, mode: 'default' as const, grants: [], halts: [] };
  const ruling = judgeNow(tool, JSON.parse(row.input), asked);
  const asksMore = isStricter(ruling.effect, row.requirement);
  const now = ruledBy(ruling, row);
  if (isEasier(row, ruling)) return explain(tx, row, now.reason);
  if (saysTheSame(row, now)) return false;
  const input: unknown = JSON.parse(row.input);
  const meaning = { requester, ruling, tool, input, preview: row.preview ?? null };
  return (
    (await replaceCard(tx, row, meaning, asksMore ? notify : undefined, { keepsTime: true })) !== undefined
  );
}

/**
 * A call does not get easier to confirm while it waits: otherwise an admin who softens a rule could confirm alone what
 * another was asked to look at. It can be cancelled and requested again.
 */
function isEasier(row: ApprovalRow, { effect, critical }: Ruling): boolean {
  if (effect === 'deny' || row.rule === DENIED) return false;
  const asksLess = isStricter(row.requirement, effect) || (row.critical && !critical);
  return asksLess && !isStricter(effect, row.requirement) && (row.critical || !critical);
}

/** The card stays, but no longer says that a rule asks when no rule does. */
async function explain(tx: Transaction, row: ApprovalRow, reason: string): Promise<boolean> {
  if (row.reason === reason) return false;
  await updateReason(tx, row.id, reason);
  await countChange(tx, row.chatId);
  return true;
}

function saysTheSame(row: ApprovalRow, now: ReturnType<typeof ruledBy>): boolean {
  const { requirement, rule, reason, critical, grantable } = now;
  return Object.entries({ requirement, rule, reason, critical, grantable }).every(
    ([name, value]) => row[name as keyof ApprovalRow] === value,
  );
}

/** The tool as the card shows it: whether that still holds is checked when somebody confirms. */
function toolOf(row: ApprovalRow) {
  const { server, serverUrl, title, description, trusted, risk, definitionHash, reversible } = row;
  return {
    server,
    serverUrl,
    title,
    description,
    trusted,
    risk,
    definitionHash,
    reversible,
    ...(row.callsItself !== null && { callsItself: row.callsItself }),
    name: row.tool,
    modelName: row.modelTool,
    contractHash: '',
    annotations: row.annotations as ResolvedAnnotations,
    ...(row.rule === ALWAYS && { asksAlways: true as const }),
  };
}
