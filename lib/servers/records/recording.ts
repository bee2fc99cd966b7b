/** An admin's decision which tool shows the record that calls of another are about. */
import { AppError } from '@/lib/errors';
import type { Offer } from '../pins';
import type { Reviewed } from '../review';
import { mappingComplaint } from './mapping';
import type { ShownRecord } from './shown-record';

/** The admin's choice for the tool as it is. */
export function saidRecord({ tool }: Offer): ShownRecord | null {
  return tool.isRecordSaid && tool.record ? (tool.record as ShownRecord) : null;
}

/** Which of its doubted hints an admin says are true. */
export function believedOf({ doubts, doubted }: Offer['tool']) {
  return doubts.flatMap(({ hint }) => (doubted.includes(hint) ? [] : [hint]));
}

/**
 * The tool's new pin; hints that are believed stay so.
 * @throws AppError conflict: its server is not vouched for, or the tool is off; bad_request: it does not fit both
 * schemas
 */
export function recording(
  { config, offers }: Reviewed,
  { tool, standing }: Offer,
  record: ShownRecord | null,
) {
  if (!config.trusted)
    throw new AppError(
      'conflict',
      'Nobody vouches for this server: nothing of it is shown before a call. Vouch for it first.',
    );
  if (standing !== 'on')
    throw new AppError('conflict', 'This tool is off. Accept it first, then say what shows its record.');
  if (record && tool.preview !== undefined)
    throw new AppError(
      'conflict',
      'Its server shows already what a call of this tool would do. Nothing was changed.',
    );
  const reader = offers.find((one) => one.tool.name === record?.tool && one.standing === 'on')?.tool;
  const complaint = record && mappingComplaint(tool, reader, record);
  if (complaint)
    throw new AppError('bad_request', `The record cannot be shown so: ${complaint}. Nothing was changed.`);
  // A rehearsal that was proven with another record is no longer proven.
  return {
    state: 'on',
    reason: record ? 'recorded' : 'unrecorded',
    believed: believedOf(tool),
    record,
  } as const;
}
