/**
 * Reasons for which model APIs refuse a whole request because of one tool, collected from public reports (each rule
 * names one): the criterion for the schemas sent to a model, and the scripted model's way of refusing.
 */
import { ANTHROPIC } from './anthropic.ts';
import { GEMINI } from './gemini.ts';
import { LOCAL } from './local.ts';
import { OPENAI } from './openai.ts';
import type { Api, Rule } from './rule.ts';
import { type Place, places, type SentTool } from './walk.ts';

export const RULES: readonly Rule[] = [...OPENAI, ...ANTHROPIC, ...GEMINI, ...LOCAL];

export interface Broken {
  rule: Rule;
  message: string;
}

/** The rules that a tool breaks, each at the first place. */
export function brokenBy(tool: SentTool, index = 0, rules: readonly Rule[] = RULES): Broken[] {
  const all = [...places(tool.parameters)];
  return rules.flatMap((rule) => {
    const whole: Place = { path: [], node: tool.parameters };
    if (rule.refusesTool?.(tool)) return [{ rule, message: rule.says(tool, index, whole) }];
    const place = rule.refuses && all.find((one) => rule.refuses?.(one));
    return place ? [{ rule, message: rule.says(tool, index, place) }] : [];
  });
}

/** The response with which an API refuses these tools; null: it accepts them. */
export function refusalOf(api: Api, tools: readonly SentTool[]): { status: number; body: unknown } | null {
  const rules = RULES.filter((rule) => rule.api === api);
  for (const [index, tool] of tools.entries()) {
    const [first] = brokenBy(tool, index, rules);
    if (first) return { status: 400, body: bodyOf(api, first.message, index) };
  }
  return null;
}

function bodyOf(api: Api, message: string, index: number): unknown {
  switch (api) {
    case 'openai': {
      const param = message.startsWith('Invalid JSON schema')
        ? 'tools'
        : `tools[${index}].function.parameters`;
      return {
        error: { message, type: 'invalid_request_error', param, code: 'invalid_function_parameters' },
      };
    }
    case 'anthropic':
      return { type: 'error', error: { type: 'invalid_request_error', message } };
    case 'gemini':
      // In the form of its OpenAI-compatible endpoint.
      return [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }];
    default:
      return { error: { code: 400, message, type: 'invalid_request_error' } };
  }
}
