/** Tools for tests: real definitions, answers from a function, every call written down. */
import { jsonSchema, type ToolSet, tool } from 'ai';
import type { Risk } from '../toolbox';

export interface FakeTool {
  name: string;
  description: string;
  risk: Risk;
  /** Nobody vouches for its server. */
  unverified?: boolean;
  /** JSON Schema of the input. */
  inputSchema: object;
  /** Answers with a value, which reaches the model as JSON text; throws for an error. */
  run(input: Record<string, unknown>): unknown;
}

export interface RecordedCall {
  tool: string;
  input: Record<string, unknown>;
}

/** As a turn offers them: the label at the end of the description is all that tells of hints. */
export function offer(fakes: readonly FakeTool[], recorded: RecordedCall[]): ToolSet {
  return Object.fromEntries(
    fakes.map((fake) => [
      fake.name,
      tool({
        description: describe(fake),
        inputSchema: jsonSchema<Record<string, unknown>>(fake.inputSchema),
        execute: (input) => {
          recorded.push({ tool: fake.name, input });
          return fake.run(input);
        },
        toModelOutput: ({ output }) => ({ type: 'text', value: JSON.stringify(output) }),
      }),
    ]),
  );
}

export function describe({ description, risk, unverified }: FakeTool): string {
  return `${description} [${risk}${unverified ? ', unverified' : ''}]`;
}

/** As the language-model interface takes them. */
export function asFunctions(fakes: readonly FakeTool[]) {
  return fakes.map((fake) => ({
    type: 'function' as const,
    name: fake.name,
    description: describe(fake),
    inputSchema: fake.inputSchema,
  }));
}

/** An object schema; a name that ends with `!` is required. */
export function params(properties: Record<string, object>): object {
  const names = Object.keys(properties);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name.replace(/!$/, ''), properties[name]])),
    required: names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
  };
}

/** Schemas that occur often. */
export const text = (description = '') => ({ type: 'string', description });
export const choice = (...options: string[]) => ({ type: 'string', enum: options });
export const whole = (description = '') => ({ type: 'integer', description });
export const yesNo = (description = '') => ({ type: 'boolean', description });
export const day = (description = '') => ({ type: 'string', format: 'date', description });
export const moment = (description = '') => ({ type: 'string', format: 'date-time', description });
export const money = (description = '') => ({
  type: 'string',
  pattern: String.raw`^-?(0|[1-9]\d*)(\.\d{1,2})?$`,
  description,
});
export const listOf = (items: object, description = '') => ({ type: 'array', items, description });
