/** What a token may do, and how its calls ended, in words. Pure. */
import { visibleString } from '@/components/shown/visible-text';

export interface ScopeRow {
  entity: string;
  read: boolean;
  write: boolean;
}

/** Scopes by what they are about, in the order given. */
export function scopeRows(scopes: readonly string[]): ScopeRow[] {
  const rows = new Map<string, ScopeRow>();
  for (const scope of scopes) {
    const [entity = '', right = ''] = scope.split('.');
    const row = rows.get(entity) ?? { entity, read: false, write: false };
    rows.set(entity, { ...row, read: row.read || right === 'read', write: row.write || right === 'write' });
  }
  return [...rows.values()];
}

/** "Reads 9 kinds of things, changes 2: customers, orders". */
export function scopeWords(scopes: readonly string[]): string {
  const rows = scopeRows(scopes);
  const reads = rows.filter(({ read }) => read).map(({ entity }) => visibleString(entity));
  const writes = rows.filter(({ write }) => write).map(({ entity }) => visibleString(entity));
  const parts = [
    reads.length > 0 ? `Reads ${reads.join(', ')}` : '',
    writes.length > 0 ? `${reads.length > 0 ? 'changes' : 'Changes'} ${writes.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join('; ') || 'Nothing';
}

const ENDED: Record<string, string> = {
  success: 'succeeded',
  error: 'failed',
  abort: 'was stopped',
  unknown: 'outcome unknown',
  denied: 'was not allowed',
  superseded: 'was withdrawn',
  expired: 'expired',
  permission_required: 'waits for a decision',
  approved: 'was confirmed, and waits for its client',
};

/** How a call of the ledger stands. */
export function callWords(status: string): string {
  return ENDED[status] ?? 'is on its way';
}
