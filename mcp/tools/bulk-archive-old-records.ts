/** Archives old records, after showing how many there are. */
import { z } from 'zod';
import { type Archivable, archive, findArchivable } from '@/db/queries/archive-changes';
import { changeTeamData, type TeamData, viewTeamData } from '@/db/queries/change';
import { today } from '@/db/queries/today';
import { DESTRUCTIVE, READ_ONLY } from '../annotations';
import { defineTool, previewOutput } from '../define-tool';
import { dateField } from '../fields';
import { ToolError } from '../result';
import { counted, doneOutput, type Group, linesOf, NAMED } from '../what-goes';

const KINDS = {
  invoices: { one: 'paid invoice', many: 'paid invoices' },
  transactions: { one: 'transaction', many: 'transactions' },
  customers: { one: 'inactive customer', many: 'inactive customers' },
} as const;

type Kind = keyof typeof KINDS;

const input = z.strictObject({
  before: dateField(
    'Everything older than this day is archived; at least one year ago, such as "2023-01-01"',
  ),
});

export const bulkArchiveOldRecords = defineTool({
  name: 'bulk_archive_old_records',
  title: 'Archive old records',
  description:
    'Archives all paid invoices and transactions (old records) from before a day at least one year ago, and ' +
    'the inactive customers without business since. They leave the lists.',
  scope: 'invoices.write',
  annotations: DESTRUCTIVE,
  undo: {},
  preview: 'bulk_archive_old_records_preview',
  input,
  output: doneOutput,
  async run({ before }, context) {
    return changeTeamData(context, async (data) => {
      await refuseRecent(data, before);
      const counts = await archive(data, before);
      if (Object.values(counts).every((count) => count === 0)) throw nothing(before);
      const told = kinds.map((kind) => counted({ ...KINDS[kind], count: counts[kind] }));
      return { success: true, message: `Archived ${told.join(', ')} from before ${before}.` };
    });
  },
});

export const bulkArchiveOldRecordsPreview = defineTool({
  name: 'bulk_archive_old_records_preview',
  title: 'Preview of archiving old records',
  description: 'Says which records would be archived.',
  scope: 'invoices.write',
  annotations: READ_ONLY,
  companion: true,
  input,
  output: previewOutput,
  async run({ before }, context) {
    const found = await viewTeamData(context, async (data) => {
      await refuseRecent(data, before);
      return findArchivable(data, before, NAMED);
    });
    const lines = kinds.flatMap((kind) => linesOf(asGroup(kind, found[kind])));
    if (lines.length === 0) throw nothing(before);
    return { lines };
  },
});

const kinds = Object.keys(KINDS) as Kind[];

function asGroup(kind: Kind, archivable: Archivable): Group {
  return { ...KINDS[kind], ...archivable };
}

async function refuseRecent(data: TeamData, before: string): Promise<void> {
  const latest = await today(data, { years: -1 });
  if (before > latest) {
    throw new ToolError(`Only records from at least one year ago can be archived: ${latest} or earlier.`);
  }
}

function nothing(before: string): ToolError {
  return new ToolError(`There is nothing left to archive from before ${before}.`);
}
