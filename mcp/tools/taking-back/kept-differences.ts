/** What a call changed in which records, field by field, from the rows that the database keeps. Pure. */
import type { KeptTable } from '@/db/queries/kept-changes';
import { KINDS, shown } from './kept-lines';

type Row = Record<string, unknown>;

/** A field; without `before` or `after`, a whole record. */
export interface KeptDifference {
  label: string;
  /** The record whose field it is, by its name. */
  of?: string;
  before: string | null;
  after: string | null;
}

/** Only fields that may be shown; a record of which none of these differs is named only. */
export function keptDifferences(
  changes: readonly { table: KeptTable; before: Row | null; after: Row | null }[],
): KeptDifference[] {
  return changes.flatMap(({ table, before, after }): KeptDifference[] => {
    const { label, name, fields } = KINDS[table];
    if (!before || !after) return [{ label, before: before && name(before), after: after && name(after) }];
    const differing = Object.entries(fields).filter(([column]) => before[column] !== after[column]);
    if (differing.length === 0) return [{ label, before: name(before), after: name(after) }];
    return differing.map(([column, field]) => {
      return { label: field, of: name(after), before: shown(column, before), after: shown(column, after) };
    });
  });
}
