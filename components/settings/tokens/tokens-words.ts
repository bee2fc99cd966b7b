/** The rights of a token, and the outcomes of its calls, in words. Pure. */
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';

export interface ScopeRow {
  entity: string;
  read: boolean;
  write: boolean;
}

/** Scopes grouped by entity, in the given order. */
export function scopeRows(scopes: readonly string[]): ScopeRow[] {
  const rows = new Map<string, ScopeRow>();
  for (const scope of scopes) {
    const [entity = '', right = ''] = scope.split('.');
    const row = rows.get(entity) ?? { entity, read: false, write: false };
    rows.set(entity, { ...row, read: row.read || right === 'read', write: row.write || right === 'write' });
  }
  return [...rows.values()];
}

/** "Reads customers, orders; changes orders". */
export function scopeWords(scopes: readonly string[]): string {
  const rows = scopeRows(scopes);
  const reads = listed(rows.filter(({ read }) => read));
  const writes = listed(rows.filter(({ write }) => write));
  if (reads !== '' && writes !== '') return say('tokens.reads-and-changes', { reads, writes });
  if (reads !== '') return say('tokens.reads', { reads });
  return writes === '' ? say('tokens.may-nothing') : say('tokens.changes', { writes });
}

/** The entity of a right, as it is named in a sentence. */
export function entityWord(entity: string): string {
  return say('tokens.entity', { entity: visibleString(entity) });
}

function listed(rows: ScopeRow[]): string {
  return rows.map(({ entity }) => entityWord(entity)).join(', ');
}

const ENDED = [
  'success',
  'error',
  'abort',
  'unknown',
  'denied',
  'superseded',
  'expired',
  'permission_required',
  'approved',
] as const;

/** The state of a call in the ledger. */
export function callWords(status: string): string {
  return say(`tokens.call.${ENDED.find((one) => one === status) ?? 'running'}`);
}
