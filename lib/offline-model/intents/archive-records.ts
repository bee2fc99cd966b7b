/** "Archive records older than 2024-01-01". */
import type { Desk, Reading } from '../desk';
import { findStretches } from '../reading/dates';
import { formatValue } from '../saying/format';
import { destroy, lacking } from './doing';

const ARCHIVE =
  /^archive\s+(?:(?:all|the|our|old|everything|records?|data|stuff)\s+)*(?:that\s+(?:are|is)\s+)?(?:from\s+)?((?:older\s+than|before)\s+.+)$/i;
const DAY_MS = 86_400_000;

export function archiveRecords(message: string, desk: Desk): Reading | undefined {
  const does = 'archive old records';
  const [, when = ''] = ARCHIVE.exec(message) ?? [];
  if (when === '')
    return /^archive\s+(?:all |the |our )?(?:old )?(?:records|data)$/i.test(message)
      ? lacking(does, ['the day before which'])
      : undefined;
  const [stretch, ...others] = findStretches(when, desk.now, true);
  if (!stretch?.to || stretch.from || others.length > 0 || stretch.end - stretch.start < when.length)
    return lacking(does, ['a single day, such as “before 2024-01-01”']);
  const before = new Date(Date.parse(stretch.to) + DAY_MS).toISOString().slice(0, 10);
  return {
    tools: ['bulk_archive_old_records'],
    does,
    writes: true,
    *run() {
      return yield* destroy(
        desk,
        'bulk_archive_old_records',
        { before },
        `archive all records older than **${formatValue(before)}**`,
      );
    },
  };
}
