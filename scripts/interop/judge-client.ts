/** Whether a client completed the whole story, and whose fault it is if not. Pure. */
import { said } from './judge-server.ts';
import type { ClientSpec } from './specs.ts';
import type { ClientRow, Step } from './try-client.ts';

export interface JudgedClient {
  verdict: 'clean' | 'client' | 'fault' | 'not tried';
  /** It listed, read, wrote, and was confirmed and cancelled. */
  isWhole: boolean;
  words: string[];
}

const WHOLE: Step[] = ['list', 'read', 'write', 'confirmed', 'cancelled'];

export function judgeClient(spec: ClientSpec, row: ClientRow | undefined): JudgedClient {
  const own = spec.own ? [spec.own] : [];
  if (!row) return { verdict: 'not tried', isWhole: false, words: own.length > 0 ? own : ['not run'] };
  const steps = Object.entries(row.steps);
  const isWhole = WHOLE.every((step) => row.steps[step] === 'ok');
  const faults = steps
    .filter(([, words]) => words.startsWith('FAULT'))
    .map(([step, words]) => `${step}: ${said(words)}`);
  const others = steps
    .filter(([, words]) => words.startsWith('client'))
    .map(([step, words]) => `${step}: ${said(words)}`);
  if (row.missing) others.push(said(row.missing));
  if (faults.length > 0) return { verdict: 'fault', isWhole, words: [...faults, ...own] };
  if (others.length > 0) return { verdict: 'client', isWhole, words: [...others, ...own] };
  return { verdict: 'clean', isWhole, words: own.length > 0 ? own : ['clean'] };
}
