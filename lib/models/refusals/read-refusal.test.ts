/** Every refusal from public reports is recognised; a refusal for another reason is left alone. */
import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import { RULES } from '@/e2e/servers/refusals/refusals';
import { readRefusal } from './read-refusal';

const NAMES = ['crm__look', 'hub__search', 'crm__list'];

function errorOf(status: number, body: unknown, message = 'Bad Request'): APICallError {
  const responseBody = typeof body === 'string' ? body : JSON.stringify(body);
  return new APICallError({
    message,
    url: 'https://x',
    requestBodyValues: {},
    statusCode: status,
    responseBody,
  });
}

describe('what providers say', () => {
  it.each(RULES.map((rule) => [rule.api, rule.id, rule] as const))('%s: %s', (api, _id, rule) => {
    const index = 1;
    const place = { path: ['properties', 'a'], node: { pattern: '\\d', $schema: 'x' } };
    const message = rule.says({ name: 'hub__search', description: 'Finds.' }, index, place);
    const bodies = [
      { error: { message, type: 'invalid_request_error', param: null } },
      [{ error: { code: 400, message } }],
      // As a gateway quotes it.
      { error: { message: `Error from provider(${api}: 400): ${JSON.stringify({ error: { message } })}` } },
      message,
    ];
    for (const body of bodies) {
      const refusal = readRefusal(errorOf(400, body), NAMES);
      expect(refusal, message).not.toBeNull();
      const isNamed = /hub__search|tools[.[]\d/.test(message);
      expect(refusal?.named, message).toBe(isNamed ? index : undefined);
      expect(refusal?.why).toMatch(/take|say|long|know/);
    }
  });

  const namedBy = (message: string, body: unknown = { error: { message } }) =>
    readRefusal(errorOf(400, body), NAMES)?.named;

  it('names the first of several', () => {
    const message =
      '* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]: property is not defined\n* GenerateContentRequest.tools[0].function_declarations[2].parameters.required[0]: property is not defined';
    expect(namedBy(message, [{ error: { message } }])).toBe(0);
    const apart =
      '* GenerateContentRequest.tools[1].function_declarations[0].parameters.properties[a].items.items: missing field.';
    expect(namedBy(apart)).toBe(1);
    expect(namedBy('tools.99.custom.input_schema: is invalid')).toBeUndefined();
  });

  it('names nobody by what a schema calls its members', () => {
    const context = "In context=('properties', 'hub__search', 'items'), array schema missing items.";
    expect(namedBy(`Invalid schema for function 'crm__list': ${context}`)).toBe(2);
    expect(namedBy(`Invalid schema for function 'gone__tool': ${context}`)).toBeUndefined();
    expect(namedBy(`Invalid schema: ${context}`)).toBeUndefined();
    const inside =
      'tools.0.custom.input_schema.properties.tools.1.custom.input_schema: Input should be valid';
    expect(namedBy(inside)).toBe(0);
  });
});

describe('what is refused for another reason', () => {
  it.each([
    [
      'context',
      400,
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens (3000 in the functions).",
    ],
    ['context', 400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['context', 400, 'Your input exceeds the context window of this model.'],
    ['key', 401, 'Incorrect API key provided'],
    ['key', 400, 'API key not valid. Please pass a valid API key.'],
    ['rate', 429, "Invalid schema for function 'hub__search'"],
    ['quota', 400, 'You exceeded your current quota, please check your plan and billing details.'],
    ['model', 400, 'The model `gpt-99` does not exist'],
    ['parameter', 400, "Unsupported parameter: 'max_tokens' is not supported with this model."],
    ['filter', 400, 'The response was filtered due to the prompt triggering content management policy.'],
    [
      'server',
      500,
      "Invalid schema for function 'hub__search': In context=(), object schema missing properties.",
    ],
  ])('%s', (_what, status, message) => {
    expect(readRefusal(errorOf(status, { error: { message } }, message), NAMES)).toBeNull();
  });

  it('is no error of the provider at all', () => {
    expect(readRefusal(new Error('tools.1.custom.input_schema'), NAMES)).toBeNull();
    expect(readRefusal(undefined, NAMES)).toBeNull();
  });
});
