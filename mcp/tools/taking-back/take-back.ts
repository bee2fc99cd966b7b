/**
 * Undoes exactly what one of our calls did, if every record is still as the call left it; its preview shows what that
 * would be. It is the inverse of every tool of ours that has one, including itself. Models are not told about it: a
 * person orders it at the call's row.
 */
import { z } from 'zod';
import { isForeignKeyViolation, isUniqueViolation } from '@/db/client';
import { changeTeamData, type TeamData, viewTeamData } from '@/db/queries/change';
import {
  findKept,
  type KeptCounts,
  type KeptTable,
  listKept,
  restoreKept,
  type Standing,
} from '@/db/queries/kept-changes';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { CALL_ID } from '@/mcp/call-id';
import type { CallContext, ToolContext } from '@/mcp/context';
import { defineTool, previewOutput } from '@/mcp/define-tool';
import { ToolError } from '@/mcp/result';
import { riskOutput } from '@/mcp/risk';
import type { Scope } from '@/mcp/scopes';
import { doneOutput, NAMED } from '@/mcp/what-goes';
import { type KeptOfTable, keptLines, keptPhrase } from './kept-lines';

const NAME = 'change_take_back';

const input = z.strictObject({
  callId: z.string().regex(CALL_ID).describe('The id that was sent with the call'),
});

/** The scopes needed to change each table's rows back. */
const SCOPES: Record<KeptTable, Scope> = {
  customers: 'customers.write',
  categories: 'categories.write',
  orders: 'orders.write',
  invoices: 'invoices.write',
  invoice_lines: 'invoices.write',
  transactions: 'transactions.write',
  facts: 'memory.write',
};

const WHY: Record<Exclude<Standing, 'stands'>, string> = {
  nothing: 'Nothing of this call is kept, or it changed nothing: it cannot be taken back.',
  taken: 'This call has been taken back already.',
  twice: 'This call took back one that took back another: it cannot be taken back again.',
  changed: 'What this call changed has been changed since. Nothing was taken back.',
  referred: 'Something refers to what this call created by now. Nothing was taken back.',
};

const TAKEN_MEANWHILE =
  'Something else has the name or number by now that would come back, or what it belongs to is gone. Nothing was taken back.';

/** Who could change nothing can undo nothing. */
const available = ({ scopes }: ToolContext) => Object.values(SCOPES).some((one) => scopes.has(one));
const scope = 'any';

export const takeBack = defineTool({
  name: NAME,
  title: 'Take back',
  description: 'Takes back what a call changed, where everything is as that call left it.',
  scope,
  available,
  annotations: DESTRUCTIVE,
  companion: true,
  preview: `${NAME}_preview`,
  perCall: `${NAME}_risk`,
  undo: {},
  input,
  output: doneOutput,
  async run(args, context) {
    const own = context.callId;
    if (own === undefined) throw new ToolError('A call without an id of its own takes nothing back.');
    try {
      return await changeTeamData(context, async (data) => {
        const found = await findStanding(data, args.callId, context);
        await restoreKept(data, own, args.callId, found);
        return { success: true, message: `Taken back: ${keptPhrase(found.counts)}.` };
      });
    } catch (error) {
      if (isUniqueViolation(error) || isForeignKeyViolation(error)) throw new ToolError(TAKEN_MEANWHILE);
      throw error;
    }
  },
});

export const takeBackPreview = defineTool({
  name: `${NAME}_preview`,
  title: 'Preview of taking back',
  scope,
  available,
  input,
  output: previewOutput,
  description: 'Says what would be taken back.',
  annotations: READ_ONLY,
  companion: true,
  run: ({ callId }, context) =>
    viewTeamData(context, async (data) => {
      const { counts } = await findStanding(data, callId, context);
      const tables: KeptOfTable[] = [];
      for (const one of counts) tables.push({ ...one, rows: await listKept(data, callId, one.table, NAMED) });
      return { lines: keptLines(tables) };
    }),
});

/** What the call created is deleted for good; everything else is set, or added again. */
export const takeBackRisk = defineTool({
  name: `${NAME}_risk`,
  title: 'Risk of taking back',
  scope,
  available,
  input,
  output: riskOutput,
  description: 'Says what one call that takes back is.',
  annotations: READ_ONLY,
  companion: true,
  run: ({ callId }, context) =>
    viewTeamData(context, async (data) => {
      const { counts } = await findStanding(data, callId, context);
      return { ...DESTRUCTIVE, destructiveHint: counts.some(({ created }) => created > 0) };
    }),
});

/** @throws ToolError with the reason why it cannot be undone, by this caller or at all */
async function findStanding(data: TeamData, callId: string, { scopes, userId }: CallContext) {
  const found = await findKept(data, callId);
  if (found.standing !== 'stands') throw new ToolError(WHY[found.standing]);
  if (found.counts.some(({ table }) => !scopes.has(SCOPES[table])))
    throw new ToolError('Your role does not allow changing these records. Nothing was taken back.');
  await assertOwnFacts(data, callId, found.counts, userId);
  return found;
}

/** What people have told Amber about themselves concerns nobody else. */
async function assertOwnFacts(data: TeamData, callId: string, counts: readonly KeptCounts[], userId: string) {
  if (!counts.some(({ table }) => table === 'facts')) return;
  const rows = await listKept(data, callId, 'facts', NAMED);
  const isTheirs = rows.every(({ before, after }) => (before ?? after)?.user_id === userId);
  if (!isTheirs) throw new ToolError(WHY.nothing);
}
