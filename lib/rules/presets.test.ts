import { describe, expect, it } from 'vitest';
import type { PolicyRule } from './policy-rules';
import { effectOf } from './policy-rules';
import { PRESETS, type Preset, presetOf, presetRules } from './presets';

const tool = (name: string, risk: 'read-only' | 'write' | 'destructive') => ({
  server: 'workspace',
  name,
  risk,
  trusted: true,
});
const TOOLS = [
  tool('read_file', 'read-only'),
  tool('write_file', 'destructive'),
  tool('make_directory', 'write'),
  tool('bash', 'destructive'),
  tool('todo_write', 'write'),
  { ...tool('write_file', 'destructive'), server: 'other' },
];
const effects = (preset: Preset) => {
  const rules = presetRules(preset, TOOLS, []);
  return TOOLS.map((one) => effectOf(rules, one, 'member')).join(' ');
};

describe('a preset of the workspace', () => {
  it.each([
    ['default', 'allow ask allow ask allow ask'],
    ['plan', 'allow deny deny deny deny ask'],
    ['yolo', 'allow allow allow ask allow ask'],
    ['confirm-writes', 'allow ask ask ask allow ask'],
    ['confirm-commands', 'allow ask allow ask allow ask'],
  ] as const)('%s makes of its tools: %s', (preset, said) => {
    expect(effects(preset)).toBe(said);
  });

  it('asks about a command that changes nothing, too', () => {
    const rules = presetRules('confirm-commands', TOOLS, []);
    expect(effectOf(rules, tool('bash', 'read-only'), 'member')).toBe('ask');
    expect(rules.find((rule) => rule.tool === 'bash')?.locked).toBe(true);
  });

  it.each(PRESETS)('is known again by its rules: %s', (preset) => {
    expect(presetOf(TOOLS, presetRules(preset, TOOLS, []))).toBe(preset);
  });

  it('keeps what else is set for a tool, and is none when somebody has changed a rule', () => {
    const set: PolicyRule = {
      server: 'workspace',
      tool: 'bash',
      own: false,
      effect: 'ask_admin',
      locked: false,
      critical: true,
      openForHours: 3,
    };
    expect(presetOf(TOOLS, [set])).toBeUndefined();
    const rules = presetRules('default', TOOLS, [set]);
    expect(rules.find((rule) => rule.tool === 'bash')).toEqual({ ...set, effect: null });
    expect(presetOf([], [])).toBeUndefined();
  });
});

describe('web_fetch', () => {
  const fetch = tool('web_fetch', 'read-only');
  const rule = (effect: PolicyRule['effect'], of: string | null = 'web_fetch'): PolicyRule => ({
    server: 'workspace',
    tool: of,
    own: false,
    effect,
    locked: false,
    critical: false,
    openForHours: null,
  });

  it('asks until an admin says otherwise of this very tool', () => {
    expect(effectOf([], fetch, 'member')).toBe('ask');
    expect(effectOf([rule('allow', null)], fetch, 'member')).toBe('ask');
    expect(effectOf([rule('allow')], fetch, 'member')).toBe('allow');
    expect(effectOf([rule('deny')], fetch, 'member')).toBe('deny');
    expect(effectOf([], { ...fetch, server: 'other' }, 'member')).toBe('allow');
  });
});
