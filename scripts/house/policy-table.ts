/**
 * The policy as printed in docs/policy.md, derived from the deciding function itself. Needs a node that runs
 * TypeScript.
 */
import { type Effect, judge, type Mode, type Situation, type Subject } from '../../lib/policy/policy.ts';

const WORDS: Record<Effect, string> = {
  allow: 'runs',
  ask: 'asks',
  ask_admin: 'asks an admin',
  two_admins: 'asks two admins',
  deny: 'refused',
};

const COLUMNS: [name: string, subject: Subject][] = [
  ['read-only', { risk: 'read-only', trusted: true }],
  ['write', { risk: 'write', trusted: true }],
  ['destructive', { risk: 'destructive', trusted: true }],
  ['untrusted server', { risk: 'destructive', trusted: false }],
];

const by = (mode: Mode, more: Partial<Situation> = {}): Situation => ({ mode, role: 'admin', ...more });

const ROWS: [name: string, situation: Situation][] = [
  ['mode plan', by('plan')],
  ['mode plan, a step of a plan that was confirmed', by('plan', { planned: 'ask' })],
  ['mode plan, a step that is not what its plan showed', by('plan', { planned: 'apart' })],
  ['mode default', by('default')],
  ['default, a step that is not what its plan showed', by('default', { planned: 'apart' })],
  [
    'default, a step of a confirmed plan, words from outside came in',
    by('default', { planned: 'ask', tainted: true }),
  ],
  [
    'default, an admin has it ask an admin, a step of a plan that its owner confirmed',
    by('default', { planned: 'ask', overrides: [{ effect: 'ask_admin', locked: false }] }),
  ],
  ['mode yolo (admins, one hour)', by('yolo')],
  ['default, for a viewer', by('default', { role: 'viewer' })],
  ['default, for an auditor', by('default', { role: 'auditor' })],
  ['default, words from outside came in', by('default', { tainted: true })],
  ['yolo, words from outside came in', by('yolo', { tainted: true })],
  [
    'yolo, an admin has it ask, words from outside came in',
    by('yolo', { tainted: true, overrides: [{ effect: 'ask', locked: false }] }),
  ],
  ['yolo, the same call ran in another version of the chat', by('yolo', { repeated: true })],
  ['default, an admin lets it run', by('default', { overrides: [{ effect: 'allow', locked: false }] })],
  ['default, an admin has it ask', by('default', { overrides: [{ effect: 'ask', locked: false }] })],
  ['yolo, and an admin locked it', by('yolo', { overrides: [{ effect: null, locked: true }] })],
  [
    'default, an admin has it ask an admin',
    by('default', { overrides: [{ effect: 'ask_admin', locked: false }] }),
  ],
  [
    'yolo, an admin has it ask two admins',
    by('yolo', { overrides: [{ effect: 'two_admins', locked: false }] }),
  ],
  ['default, one wants to be asked oneself', by('default', { own: 'ask' })],
];

export const BEGIN = '<!-- printed by npm run policy-table -->';
export const END = '<!-- end of the policy table -->';

/** Markdown, between the markers. */
export function policyTable(): string {
  const head = ['', ...COLUMNS.map(([name]) => name)];
  const rows = ROWS.map(([name, situation]) => [
    name,
    ...COLUMNS.map(([, subject]) => WORDS[judge(subject, situation).effect]),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [BEGIN, ...lines, END].join('\n');
}
