// Shared with the browser: types and pure functions only.
/**
 * What other assistants call presets: a rule for each workspace tool that does more than read, all set at once. They
 * are ordinary rules, beside what the tools declare, and each can be changed afterwards. Pure.
 */
import type { Effect } from '@/lib/policy/policy';
import type { Risk } from '@/mcp/annotations';
import type { PolicyRule } from './policy-rules';

export const PRESETS = ['default', 'plan', 'yolo', 'confirm-writes', 'confirm-commands'] as const;
export type Preset = (typeof PRESETS)[number];

/** The server of these tools. */
export const PRESET_SERVER = 'workspace';

const COMMANDS = 'bash';
const WRITES = new Set([
  ...['write_file', 'str_replace', 'patch_file', 'move_file', 'delete_file', 'make_directory'],
]);

interface PresetTool {
  server: string;
  name: string;
  risk: Risk;
}

type Said = Pick<PolicyRule, 'effect' | 'locked'>;

const NOTHING: Said = { effect: null, locked: false };
const says = (effect: Effect, locked = false): Said => ({ effect, locked });

/**
 * A preset's rule for one tool. A command is never allowed to run without asking: without a card it would do nothing.
 */
const SAID: Record<Preset, (tool: string) => Said> = {
  default: () => NOTHING,
  plan: () => says('deny', true),
  yolo: (tool) => (WRITES.has(tool) ? says('allow') : NOTHING),
  'confirm-writes': (tool) => (WRITES.has(tool) ? says('ask', true) : NOTHING),
  'confirm-commands': (tool) => (tool === COMMANDS ? says('ask', true) : NOTHING),
};

/** The rules of a preset; other rules for these tools stay unchanged. */
export function presetRules(
  preset: Preset,
  tools: readonly PresetTool[],
  rules: readonly PolicyRule[],
): PolicyRule[] {
  return toolsOf(tools).map(({ server, name }) => {
    const { critical = false, openForHours = null, holdSeconds } = ruleOf(rules, name) ?? {};
    const held = holdSeconds == null ? {} : { holdSeconds };
    return { server, tool: name, own: false, critical, openForHours, ...held, ...SAID[preset](name) };
  });
}

/** The preset that the present rules amount to; undefined if none. */
export function presetOf(tools: readonly PresetTool[], rules: readonly PolicyRule[]): Preset | undefined {
  const about = toolsOf(tools);
  if (about.length === 0) return undefined;
  return PRESETS.find((preset) =>
    about.every(({ name }) => {
      const { effect, locked } = ruleOf(rules, name) ?? NOTHING;
      const said = SAID[preset](name);
      return said.effect === effect && said.locked === locked;
    }),
  );
}

const toolsOf = (tools: readonly PresetTool[]) =>
  tools.filter(({ server, risk }) => server === PRESET_SERVER && risk !== 'read-only');

const ruleOf = (rules: readonly PolicyRule[], name: string) =>
  rules.find(({ server, tool, own }) => server === PRESET_SERVER && tool === name && !own);
